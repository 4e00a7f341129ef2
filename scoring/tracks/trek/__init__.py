"""TREK: travel plans over a synthetic world, judged by rules on nine dimensions."""
