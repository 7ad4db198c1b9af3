"""Plain answers: what a game says to a question of its plug-in to which it has nothing to say."""

from __future__ import annotations


def unveiled[Found](viewer: object, found: Found) -> Found:
    """Everything is for everybody's eyes."""
    return found


def unfiltered_state[S](state: S, owns: object) -> S:
    """A state that keeps nothing from anybody."""
    return state


def anybody(*asked: object) -> bool:
    """Whoever asks may know."""
    return True


def default_false(*asked: object) -> bool:
    return False


def default_none(*asked: object) -> None:
    return None


def default_empty(*asked: object) -> tuple[()]:
    return ()


def default_mapping(*asked: object) -> dict[str, int]:
    return {}


def no_text(*asked: object) -> str:
    return ""


def no_steps(*asked: object) -> int:
    return 0


def no_occasion(*asked: object) -> tuple[str, str]:
    return "", ""


def not_reported(*asked: object) -> list[str]:
    return []


def itself[T](asked: T) -> T:
    return asked
