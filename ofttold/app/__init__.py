"""One function per thing a person wants: returns values, raises refusals, never prints."""
