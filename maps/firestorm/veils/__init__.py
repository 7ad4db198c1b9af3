"""Who sees what of purchases, purses and sieges. Who reads sealed orders stands elsewhere: in
`campaigns.engine.transaction.seals`, which `maps.firestorm.orders.drafting` asks for a faction's own.
"""
