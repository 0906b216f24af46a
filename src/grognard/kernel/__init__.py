"""What every system stands on: frames, events, chance, odds, views, notation, records. It knows no rule."""
