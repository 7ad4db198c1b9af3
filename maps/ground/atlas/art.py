"""Everything a map repeats, as path data around (0, 0); `<use>` puts it where it stands.

Classes: `i` ink line, `l` lit side, `s` shade, `b` a piece's line, `bl` its wall, `bs` its shade, `bd` its
dark, `k` what keeps the ground off a piece. A shape without a class takes the colour of whoever uses the
piece.
"""

from __future__ import annotations

GLYPHS = {
    "mt": '<path class="l" d="M-40 22Q-22 2-14-16-8-32 0-38 7-30 12-16 20-2 26 4 34 14 40 22Z"/>'
    '<path class="s" d="M0-38Q7-30 12-16 20-2 26 4 34 14 40 22H8Q14 10 4 2-2-8 5-18 6-28 0-38Z"/>'
    '<path class="i" d="M-40 22Q-22 2-14-16-8-32 0-38 7-30 12-16 20-2 26 4 34 14 40 22'
    'M-12 4-20 20M-4-10-6 6"/>',
    "tf": '<path class="i" d="M-9 4Q-8-4-12-8M0 4V-10M9 4Q8-4 12-8"/>',
    "rd": '<path class="wt" d="M-32 8H-6M2 8H28M-18 16H14"/>'
    '<path class="i" d="M-14 6Q-16-8-22-14M-8 6V-20M-2 6Q0-6 6-12M16 6V-10M22 6Q23-4 28-8"/>',
    "wv": '<path class="v" d="M-34 0Q-26-9-18 0T-2 0 14 0 30 0M-14 13Q-6 5 2 13T18 13"/>',
}
# Of a hexagon: glyph, x, y, size. Nothing stands on the first of each, on the `low` ones a piece does.
CLUSTERS: dict[str, tuple[tuple[str, int, int, float], ...]] = {
    "m0": (("mt", 22, -40, 0.8), ("mt", -36, -18, 0.9), ("mt", 34, 2, 1), ("mt", -14, 24, 1.1)),
    "m1": (("mt", -28, -36, 0.8), ("mt", 30, -22, 1), ("mt", -38, 12, 0.9), ("mt", 10, 22, 1.15)),
    "w0": (("rd", -30, -34, 1), ("rd", 30, -8, 1), ("rd", -24, 24, 1), ("tf", 38, -48, 1)),
    "w1": (("rd", 24, -38, 1), ("rd", -34, -6, 1), ("rd", 22, 26, 1), ("tf", -44, -44, 1)),
    "p0": (("tf", -40, -30, 1), ("tf", 34, 22, 1)),
    "p1": (("tf", 20, -48, 1), ("tf", -46, 16, 1)),
    "p2": (("tf", -20, -22, 1), ("tf", 48, -8, 1)),
    "m8": (("mt", -22, -56, 0.56), ("mt", 26, -54, 0.6), ("mt", 2, -62, 0.74)),
    "m9": (("mt", 20, -60, 0.68), ("mt", -24, -54, 0.62), ("mt", 46, -46, 0.46)),
    "w8": (("rd", -14, -56, 0.85), ("tf", 34, -52, 1)),
    "w9": (("rd", 16, -58, 0.85), ("tf", -34, -50, 1)),
}

# Buildings: what is kept clear, then the drawing; roofs take the owner's colour.
STANDING = {
    "gatehouse": (
        "M-40 34V-8H-36V-22L-25-44-14-22V-16H-8V-34H8V-16H14V-22L25-44 36-22V-8H40V34Z",
        '<path class="bl" d="M-36 32V-20H-14V-8H14V-20H36V32Z"/><path class="bl" d="M-9-8V-28H9V-8Z"/>'
        '<path class="bs" d="M24-20H36V32H24ZM2-28H9V-8H2ZM-22-20H-14V-8H-22Z"/>'
        '<path d="M-40-19-25-44-10-19ZM10-19 25-44 40-19Z"/>'
        '<path class="b" d="M-40-19-25-44-10-19ZM10-19 25-44 40-19ZM-36-19V32H36V-19'
        "M-14-8H-10V-14H-5V-8H5V-14H10"
        'V-8H14M-14-19V-8M14-19V-8M-8 32V18A8 8 0 0 1 8 18V32"/>'
        '<path class="bd" d="M-8 32V18A8 8 0 0 1 8 18V32ZM-27-6h4v10h-4ZM23-6h4v10h-4Z"/>',
    ),
    "town": (
        "M-42 34V0L-30-14-18 0V-18L-4-46 10-18V-4L26-20 42-2V34Z",
        '<path class="bl" d="M-40 32V0H-18V-14H10V0H40V32Z"/>'
        '<path class="bs" d="M-24 0H-18V32H-24ZM2-14H10V32H2ZM32 0H40V32H32Z"/>'
        '<path d="M-44 2-29-16-14 2ZM-20-14-4-48 12-14ZM8 4 26-18 44 4Z"/>'
        '<path class="b" d="M-44 2-29-16-14 2ZM-20-14-4-48 12-14ZM8 4 26-18 44 4ZM-40 2V32H40V4'
        'M-16-14V32M10 4V32"/>'
        '<path class="bd" d="M-33 12h8v9h-8ZM-8-6h8v10h-8ZM-8 14h8v18h-8ZM20 14h8v9h-8Z"/>',
    ),
    "adit": (
        "M-44 34Q-38 4-20-12L-8-40H12L20-12Q38 6 44 34Z",
        '<path class="bl" d="M-42 32Q-34 2-14-10 10-18 26-2 38 12 42 32Z"/>'
        '<path class="bs" d="M12-12Q38 4 42 32H24Q28 8 12-12Z"/><path d="M-16-24-4-42H8L20-24Z"/>'
        '<path class="b" d="M-42 32Q-34 2-14-10 10-18 26-2 38 12 42 32ZM-16-24-4-42H8L20-24Z'
        "M-10-24-12-12M14-24 16-10"
        'M-10-13 14-23"/><path class="bd" d="M-16 32V14L-9 6H9L16 14V32Z"/>'
        '<path class="h" d="M-8 32V16H8V32M-8 23H8"/>',
    ),
    "boat": (
        "M-44 26-36 2H-4V-44H6Q36-30 38 2H44L38 26Q20 38 0 30-20 38-44 26Z",
        '<path d="M4-40Q34-28 34-2H4Z"/><path d="M-4-30Q-26-20-28-2H-4Z"/>'
        '<path class="bl" d="M-38 4H40Q36 20 26 24H-26Q-34 18-38 4Z"/>'
        '<path class="bs" d="M12 4H40Q36 20 26 24H6Z"/>'
        '<path class="b" d="M4-40Q34-28 34-2H4ZM-4-30Q-26-20-28-2H-4ZM-38 4H40Q36 20 26 24H-26Q-34 18-38'
        ' 4ZM0-46V4"/>'
        '<path class="b" d="M-42 30Q-34 22-26 30T-10 30 6 30 22 30 38 30"/>',
    ),
}

# Signs of what stands side by side, and the plates they lie on
PLATES = {
    "shield": "M-20-20H20V4Q20 16 0 24-20 16-20 4Z",
    "square": "M-20-20H20V20H-20Z",
    "round": "M-22 0A22 22 0 1 1 22 0 22 22 0 1 1-22 0Z",
}
SIGNS = {
    "tower": "M-12 15V-7H-15V-16H-9V-12H-3V-16H3V-12H9V-16H15V-7H12V15H4V7A4 4 0 0 0-4 7V15Z",
    "tent": "M0-14 14 8H6L0-3-6 8H-14ZM-1-18H9L6-15 9-12H1Z",
    "house": "M-14 10V-5L0-14 14-5V10H6V1H-6V10Z",
    "blades": "M-15-10-8-14 0-6 8-14 15-10 5 0 13 9 8 13 0 5-8 13-13 9-5 0Z",
    "palisade": "M-14 14V-6L-10-14-6-6V-2H-4V-6L0-14 4-6V-2H6V-6L10-14 14-6V14Z",
    "roofs": "M-15 15V0H-11V4H-6V0L0-8 6 0V4H11V0H15V15ZM-12-3-6-12 0-10-6-2Z",
    "keep": "M-16 15V-14H-11V-9H-7V-14H-2V-3H2V-14H7V-9H11V-14H16V15H5V5H-5V15Z",
    "anvil": "M-15-8H12Q10 0 3 2V6L9 12H-9L-3 6V2Q-13 1-15-8Z",
    "works": "M-14 12V-2L-5-8V-2L4-8V-2H7V-15H12V12Z",
    "star": "M0-16 4-5 15-8 8 0 15 8 4 5 0 16-4 5-15 8-8 0-15-8-4-5Z",
    "arch": "M-11 13V9H-8V-2A8 8 0 0 1 8-2V9H11V13ZM-2 8H2V0H-2Z",
    "columns": "M-14-5 0-14 14-5V-2H-14ZM-12 0H-8V9H-12ZM-2 0H2V9H-2ZM8 0H12V9H8ZM-14 10H14V14H-14Z",
    "eye": "M-17 0Q0-19 17 0 0 19-17 0ZM0-7 7 0 0 7-7 0Z",
    "bolt": "M3 17-11-3H-2L-5-17 11 4H1Z",
    "loops": "M-18 0A9 9 0 0 1-3-6L3 6A9 9 0 1 0 3-6L-3 6A9 9 0 0 1-18 0Z",
    "engine": "M-14 14V-3L-6-8V-3L3-8V-15H10V-3H14V14ZM-7 8H-1V3H-7ZM3 8H9V3H3Z",
}
FLAME = "M1-14Q11-6 9 3 8 12-1 13-10 12-10 3-10-2-5-7-5-2-2-1 2-6 1-14Z"
UNKNOWN = "M0-12 12 0 0 12-12 0Z"

SHIELD = "M-30-36H30V14Q30 32 0 44-30 32-30 14Z"
STRIPE = "M-23-29H23V13Q23 27 0 36-23 27-23 13Z"
FLAG = "M-26-50H46L34-27 46-4H-26Z"
FLAG_STRIPE = "M-20-44H37L29-27 37-10H-20Z"
STAR = "M0-58 5-46 18-46 8-38 12-26 0-33-12-26-8-38-18-46-5-46Z"
DIAMOND = "M0-40 40 0 0 40-40 0Z"
SMALL_DIAMOND = "M0-34 34 0 0 34-34 0Z"
CROSSED = "M-13-13 13 13M13-13-13 13M-18 7-7 18M18 7 7 18"
BADGES = {
    "claim": '<circle r="27"/>',
    "conquer": '<path d="M-26-26H26V8Q26 22 0 32-26 22-26 8Z"/>',
}

# Ornaments: drawing, half its width and half its height with the room it wants
ROSE = (
    '<circle class="i" r="58"/><circle class="i" r="52"/>'
    '<path class="l" d="M0-84 10-16 40-40 16-10 84 0 16 10 40 40 10 16 0 84-10 16-40 40-16 10-84'
    ' 0-16-10-40-40-10-16Z"/>'
    '<path class="d" d="M0-84V0L-10-16ZM84 0H0L16-10ZM0 84V0L10 16ZM-84 0H0L-16 10ZM40-40 0 0 10-16Z'
    "M40 40 0 0 16 10Z"
    'M-40 40 0 0-10 16ZM-40-40 0 0-16-10Z"/>'
    '<path class="i" d="M0-84 10-16 40-40 16-10 84 0 16 10 40 40 10 16 0 84-10 16-40 40-16 10-84'
    " 0-16-10-40-40-10-16Z"
    'M-9-92V-112L9-92V-112"/>'
)
SHIP = (
    '<path class="l" d="M-44 8H46Q40 30 26 32H-28Q-40 28-44 8Z"/>'
    '<path class="l" d="M-24-40Q2-30-6 2H-28Q-18-20-24-40ZM6-56Q38-36 28 2H4Q16-24 6-56Z"/>'
    '<path class="i" d="M-44 8H46Q40 30 26 32H-28Q-40 28-44 8ZM-26-46V8M4-62V8M-24-40Q2-30-6 2H-28'
    "M6-56Q38-36 28 2H4"
    'M46 8 62-8M4-62 20-66 4-70M-36 18H36"/>'
    '<path class="v" d="M-66 38Q-58 29-50 38T-34 38-18 38-2 38 14 38 30 38 46 38 62 38"/>'
)
WORM = (
    '<path class="l" d="M-70 18Q-64-28-44-30-26-28-30-14-40-22-46-12-50 2-50 18ZM-34 18Q-30-12-12-12'
    " 6-12 10 18H-6"
    'Q-6 2-12 2-18 2-20 18ZM26 18Q30-4 42-4 54-4 58 18H46Q46 8 42 8 38 8 36 18Z"/>'
    '<path class="i" d="M-70 18Q-64-28-44-30-26-28-30-14-40-22-46-12-50 2-50 18M-34 18Q-30-12-12-12'
    " 6-12 10 18M-20 18"
    "Q-18 2-12 2-6 2-6 18M26 18Q30-4 42-4 54-4 58 18M36 18Q38 8 42 8 46 8 46 18M70 18Q76 2 88-2 82 8"
    ' 84 18M-48-22h.1"/>'
    '<path class="v" d="M-92 24Q-84 15-76 24T-60 24-44 24-28 24-12 24 4 24 20 24 36 24 52 24 68 24 84 24"/>'
)
ORNAMENTS: dict[str, tuple[str, int, int]] = {
    "rose": (ROSE, 112, 116),
    "ship": (SHIP, 86, 74),
    "worm": (WORM, 104, 52),
    "wv": (GLYPHS["wv"], 44, 26),
}
