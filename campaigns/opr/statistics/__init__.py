"""What a league's past adds up to: honours, records, and the receipts behind a warband's figures."""
