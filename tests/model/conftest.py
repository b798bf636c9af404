"""Property tests are not timed: the first one of a model also builds its validator."""

from hypothesis import settings

settings.register_profile("untimed", deadline=None)
settings.load_profile("untimed")
