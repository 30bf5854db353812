"""Run as a process of its own: append events to one item and print each one's sequence once it is stored."""

import sys

from critique_core.models import DecisionDraft
from critique_core.store import Store

url, item_id, reviewer, count = sys.argv[1:]
with Store.open(url) as store:
    for place in range(int(count)):
        stored = store.append(DecisionDraft(item_id=item_id, action="note", reviewer=reviewer, note=f"note {place}"))
        sys.stdout.write(f"{stored.sequence} {stored.id}\n")
        sys.stdout.flush()
