"""What has happened that concerns somebody: found after the fact, kept once, read in the inbox."""
