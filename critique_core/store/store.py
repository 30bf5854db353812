"""The one store of reviews: items, their critiques, and the reviewers' decisions."""

from collections.abc import Hashable, Iterator, Sequence
from datetime import UTC, datetime
from types import TracebackType
from typing import Self
from uuid import uuid4

from sqlalchemy import Connection, insert, select

from critique_core.errors import InvalidInput
from critique_core.labels.answer_label import said_of_answer
from critique_core.labels.fold import standing
from critique_core.metrics.observations import Observations
from critique_core.metrics.usage import StoredMeasures, measure
from critique_core.models import (
    ApiKey,
    Critique,
    CritiqueRequest,
    Decision,
    DecisionDraft,
    Guideline,
    Import,
    Item,
    ItemState,
    NewItem,
    Origin,
    Role,
    Run,
    StoredProfile,
    parse_request,
)
from critique_core.store import records, restoring
from critique_core.store.api_keys import has_keys, key_with_digest, keys_of, put_key, revoke_key
from critique_core.store.database import Database
from critique_core.store.deleting import delete_item
from critique_core.store.doubts import Basis, basis_kept, basis_now, measure_all, measure_item
from critique_core.store.export import ReviewExport
from critique_core.store.importing import add_items, by_hand, count_import, guideline, put_guideline, put_in
from critique_core.store.observing import observe
from critique_core.store.profiles import activate_profile, delete_profile, profiles_of, put_profile
from critique_core.store.queue import (
    QueueFilter,
    QueuePage,
    count_unverified,
    list_queue,
    release,
    reserve,
    take_next,
    take_unverified,
)
from critique_core.store.reading import (
    critique_by_id,
    critique_of_last_run,
    critiques_of,
    decisions_of,
    labelled_versions,
    run_by_id,
    runs_of,
    version_of,
)
from critique_core.store.search import ReviewFilter, ReviewPage, search_reviews
from critique_core.store.tables import decisions, imports, item_reviewers, items, runs
from critique_core.store.writing import (
    append_event,
    apply_imported_labels,
    check_draft,
    check_texts,
    count_statuses,
    no_item,
    put_critique,
    put_item,
    serialised,
    undoing,
    update_item,
)


class Store:
    """Reviews in a SQLite file or a PostgreSQL database; share one between threads, open one in each process.

    Every method raises ``StoreError``, with what to do, when the database refuses or cannot be reached. What a method
    has returned from is on disk.
    """

    def __init__(self, database: Database) -> None:
        self._database = database

    @classmethod
    def open(cls, url: str | None = None, *, there: bool = False) -> Self:
        """Open the database at an SQLAlchemy URL, make it if need be, and bring its schema up to date.

        Without a URL this is a SQLite file in the user's data folder. One that has to be ``there`` is not made: where
        there is none, or one without tables, the address is likely mistyped, which ``StoreError`` says.
        """
        return cls(Database(url, there=there))

    @classmethod
    def open_to_read(cls, url: str) -> Self:
        """Open what is there, to read alone: nothing is made or upgraded, and after two seconds it is given up.

        Raises ``StoreError`` as well when the schema is not current.
        """
        return cls(Database(url, read_only=True))

    @property
    def revision(self) -> str:
        """The migration that the tables are at."""
        return self._database.revision

    def close(self) -> None:
        """Close all connections."""
        self._database.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    # --- reviews -------------------------------------------------------------------------------------------------

    def save_review(self, critique: Critique, *, who: str, title: str | None = None) -> Run:
        """Keep a critique as a run of its request's item, which is made on the first run in state ``draft``.

        Nothing kept before is replaced: a critique whose id another one has, because only who judged it differs, is
        kept next to that one. Without a title a new item is named after its query or draft, and a known one keeps its
        name.
        """
        check_texts(who=who, title=title or "")
        now = datetime.now(UTC)
        row, fingerprint = serialised(critique, now)
        run_id = uuid4().hex

        def step(connection: Connection) -> Run:
            kept = run_by_id(connection, run_id)
            if kept is not None:
                return kept
            body = put_critique(connection, row)
            item_id = put_item(connection, critique, fingerprint, title, now)
            run = Run(
                id=run_id,
                item_id=item_id,
                critique_id=critique.id,
                created_at=now,
                who=who,
                run=critique.metadata.run,
            )
            connection.execute(insert(runs).values(records.run_row(run, body, measure(critique))))
            apply_imported_labels(connection, item_id, critique)
            measure_item(connection, item_id)
            count_statuses(connection, item_id, critique.id)
            return run

        return self._database.write(step)

    def item(self, item_id: str) -> Item | None:
        """Return the item, ``None`` when there is none of that id."""
        with self._database.reading() as connection:
            row = connection.execute(select(items).where(items.c.id == item_id)).one_or_none()
        return None if row is None else records.item_of(row)

    def item_by_fingerprint(self, fingerprint: str) -> Item | None:
        """Return the item of the request with that fingerprint."""
        with self._database.reading() as connection:
            wanted = select(items).where(items.c.request_fingerprint == fingerprint)
            row = connection.execute(wanted).one_or_none()
        return None if row is None else records.item_of(row)

    def runs(self, item_id: str) -> tuple[Run, ...]:
        """Return the item's runs, oldest first."""
        with self._database.reading() as connection:
            return runs_of(connection, item_id)

    def critique(self, critique_id: str) -> Critique | None:
        """Return the critique exactly as it was kept, the first one of that id."""
        with self._database.reading() as connection:
            return critique_by_id(connection, critique_id)

    def latest_critique(self, item_id: str) -> Critique | None:
        """Return the critique of the item's last run."""
        with self._database.reading() as connection:
            return critique_of_last_run(connection, item_id)

    def set_state(self, item_id: str, state: ItemState) -> None:
        """Move the item to another state of its review."""
        now = datetime.now(UTC)
        self._database.write(lambda connection: update_item(connection, item_id, state=state, updated_at=now))

    def delete_item(self, item_id: str) -> None:
        """Remove the item with its runs and decisions, and the critiques that no other item uses.

        Removing an item that is not there is no error: another window may have been first.
        """
        self._database.write(lambda connection: delete_item(connection, item_id))

    # --- decisions -----------------------------------------------------------------------------------------------

    def append(self, draft: DecisionDraft) -> Decision:
        """Add an event and return it as stored; nothing stored is ever changed by it.

        An event on a claim that gives no span is given the claim's, so that it can be placed on later critiques.
        Raises ``InvalidInput`` for a relabel without a status, an undo that names no event of the same item, a
        ``confirm`` of no claim and an ``answer`` without a verdict.
        """
        check_draft(draft)
        event_id = uuid4().hex
        return self._database.write(lambda connection: append_event(connection, draft, event_id))

    def undo(self, item_id: str, reviewer: str, *, authenticated: bool = False) -> Decision | None:
        """Take back the reviewer's last standing event on the item, with an event of its own.

        Repeated, it walks further back. Returns the undo, or ``None`` when nothing is left to take back.
        """
        event_id = uuid4().hex

        def step(connection: Connection) -> Decision | None:
            events = decisions_of(connection, item_id)
            kept = next((event for event in events if event.id == event_id), None)
            if kept is not None:
                return kept
            own = [one for one in standing(events) if one.reviewer == reviewer and one.origin == "human"]
            return append_event(connection, undoing(own[-1], authenticated), event_id) if own else None

        return self._database.write(step)

    def decisions(self, item_id: str) -> tuple[Decision, ...]:
        """Return all events on the item in sequence, undone ones and undos included."""
        with self._database.reading() as connection:
            return decisions_of(connection, item_id)

    def answers_said(self, item_ids: Sequence[str]) -> dict[str, tuple[Decision, ...]]:
        """Return each reviewer's last standing word on the whole answer, for those of the items that have one."""
        wanted = select(decisions.c.item_id).distinct()
        with self._database.reading() as connection:
            with_word = wanted.where(decisions.c.item_id.in_(item_ids), decisions.c.action == "answer")
            ids = connection.execute(with_word).scalars().all()
            found = {item_id: said_of_answer(decisions_of(connection, item_id)) for item_id in ids}
        return {item_id: said for item_id, said in found.items() if said}

    def reviewers(self) -> tuple[str, ...]:
        """Return everyone who has decided something, by name."""
        with self._database.reading() as connection:
            names = connection.execute(select(item_reviewers.c.reviewer).distinct()).scalars()
            return tuple(sorted(names))

    # --- import and queue ----------------------------------------------------------------------------------------

    def begin_import(self, name: str, form: str, *, who: str) -> Import:
        """Begin to take in a file of that name and format."""
        check_texts(name=name, who=who)
        begun = Import(id=uuid4().hex, name=name, format=form, who=who, created_at=datetime.now(UTC))
        row = insert(imports).values(**dict(begun))
        self._database.write(lambda connection: connection.execute(row), repeatable=False)
        return begun

    def add_items(self, import_id: str, new: Sequence[NewItem], *, rejected: int = 0) -> Import:
        """Add some rows of the file in one step, in state ``pending``; returns how far the import has come.

        A request that is in the store, by its fingerprint, is not made again: it takes on the labels it lacks.
        ``rejected`` rows of this stretch could not be used.
        """

        def step(connection: Connection) -> Import:
            made, there = add_items(connection, import_id, new, datetime.now(UTC))
            read = len(new) + rejected
            return count_import(connection, import_id, read=read, imported=made, duplicate=there, rejected=rejected)

        return self._database.write(step, repeatable=False)

    def finish_import(self, import_id: str) -> Import:
        """Say that the whole file was gone through."""
        return self._database.write(lambda connection: count_import(connection, import_id, finished=True))

    def put_in_queue(self, item_id: str, who: str) -> bool:
        """Have a review labelled as imported answers are; false when it is in the queue already.

        Raises ``StoreError`` when there is no item of that id.
        """
        check_texts(who=who)
        now = datetime.now(UTC)

        def step(connection: Connection) -> bool:
            if connection.execute(select(items.c.id).where(items.c.id == item_id)).scalar() is None:
                raise no_item(item_id)
            import_id = by_hand(connection, who, now)
            added = put_in(connection, item_id, import_id)
            if added:
                count_import(connection, import_id, read=1, imported=1)
            return added

        return self._database.write(step, repeatable=False)

    def imports(self) -> tuple[Import, ...]:
        """Return the imports, newest first."""
        with self._database.reading() as connection:
            rows = connection.execute(select(imports).order_by(imports.c.created_at.desc(), imports.c.id))
            return tuple(Import.model_validate(dict(row)) for row in rows.mappings())

    def take_unverified(self, limit: int = 1, *, minutes: float = 10) -> tuple[tuple[str, CritiqueRequest], ...]:
        """Take the oldest items that wait for a critique in hand for some minutes, with what is to be verified.

        ``save_review`` of the request ends the waiting, ``fail_verification`` too; ``give_back`` makes the item
        anybody's again, and so do the minutes.
        """

        def step(connection: Connection) -> tuple[tuple[str, CritiqueRequest], ...]:
            taken: list[tuple[str, CritiqueRequest]] = []
            for row in take_unverified(connection, limit, minutes, datetime.now(UTC)):
                try:
                    taken.append((row.id, parse_request(row.request)))
                except InvalidInput as error:
                    reason = f"its request was written in another form ({error}); import the file again"
                    update_item(connection, row.id, failure=reason, verifying_until=None)
            return tuple(taken)

        return self._database.write(step)

    def fail_verification(self, item_id: str, reason: str) -> None:
        """Say why an item cannot be verified; it waits no longer."""
        change = {"failure": reason, "verifying_until": None}
        self._database.write(lambda connection: update_item(connection, item_id, **change))

    def give_back(self, item_id: str) -> None:
        """Let an item wait for anybody again that was taken in hand and not verified."""
        self._database.write(lambda connection: update_item(connection, item_id, verifying_until=None))

    def count_unverified(self) -> tuple[int, int]:
        """Return how many items wait for a critique, and how many could not be given one."""
        with self._database.reading() as connection:
            return count_unverified(connection)

    def queue(self, wanted: QueueFilter) -> QueuePage:
        """List items to label; raises ``InvalidInput`` when a text to look for cannot be one."""
        check_texts(text=wanted.text, reviewer=wanted.reviewer or "")
        with self._database.reading() as connection:
            return list_queue(connection, wanted, datetime.now(UTC))

    def take_next(self, wanted: QueueFilter, reviewer: str, *, minutes: float = 30) -> str | None:
        """Reserve the first item of the queue that no one else has in hand; ``None`` when there is none left."""
        check_texts(reviewer=reviewer)
        now = datetime.now(UTC)
        return self._database.write(lambda connection: take_next(connection, wanted, reviewer, minutes, now))

    def reserve(self, item_id: str, reviewer: str, *, minutes: float = 30) -> bool:
        """Reserve an item for some minutes, or longer if it is the reviewer's; false when somebody else has it."""
        now = datetime.now(UTC)
        return self._database.write(lambda connection: reserve(connection, item_id, reviewer, minutes, now))

    def release(self, item_id: str, reviewer: str) -> None:
        """Let go of an item that the reviewer has in hand."""
        self._database.write(lambda connection: release(connection, item_id, reviewer))

    def item_by_number(self, number: int) -> Item | None:
        """Return the item of that number, ``None`` when there is none."""
        with self._database.reading() as connection:
            row = connection.execute(select(items).where(items.c.number == number)).one_or_none()
        return None if row is None else records.item_of(row)

    def submitters(self, item_id: str) -> tuple[str, ...]:
        """Return who has submitted the item, by name."""
        wanted = select(item_reviewers.c.reviewer).where(
            item_reviewers.c.item_id == item_id, item_reviewers.c.submitted_at.is_not(None)
        )
        with self._database.reading() as connection:
            return tuple(sorted(connection.execute(wanted).scalars()))

    def put_guideline(self, text: str, *, who: str) -> Guideline:
        """Keep a new version of the guidelines; the same text again is the same version."""
        check_texts(text=text, who=who)
        now = datetime.now(UTC)
        return self._database.write(lambda connection: put_guideline(connection, text, who, now))

    def guideline(self, version: int | None = None) -> Guideline | None:
        """Return a version of the guidelines, the newest unless one is named."""
        with self._database.reading() as connection:
            return guideline(connection, version)

    def save_profile(self, name: str, body: str, *, who: str) -> StoredProfile:
        """Keep a tuned profile's JSON under a name; those of the same name stay."""
        check_texts(name=name, body=body, who=who)
        now = datetime.now(UTC)
        return self._database.write(lambda connection: put_profile(connection, name, body, who, now), repeatable=False)

    def profiles(self) -> tuple[StoredProfile, ...]:
        """Return the kept profiles, newest first."""
        with self._database.reading() as connection:
            return profiles_of(connection)

    def active_profile(self) -> StoredProfile | None:
        """Return the profile in use; ``None`` when the settings' threshold is."""
        with self._database.reading() as connection:
            return next(iter(profiles_of(connection, active=True)), None)

    def activate_profile(self, profile_id: str | None, *, support_threshold: float) -> None:
        """Use this profile from now on, or the settings' threshold again when it is ``None``.

        What is uncertain is measured anew, from the threshold that decides now; ``support_threshold`` is the settings'.
        """

        def step(connection: Connection) -> None:
            activate_profile(connection, profile_id, datetime.now(UTC))
            measure_all(connection, Basis(profile_id=profile_id, support_threshold=support_threshold))

        self._database.write(step)

    def measure_uncertainty(self, support_threshold: float) -> None:
        """Measure uncertainty from the threshold that decides, where it was measured from another one.

        ``support_threshold`` is the settings', which decides where no profile in use does.
        """
        with self._database.reading() as connection:
            if basis_kept(connection) == basis_now(connection, support_threshold):
                return
        self._database.write(lambda connection: measure_all(connection, basis_now(connection, support_threshold)))

    def delete_profile(self, profile_id: str) -> None:
        """Remove a profile; one that is not there is no error."""
        self._database.write(lambda connection: delete_profile(connection, profile_id))

    def labelled(
        self, origins: Sequence[Origin] = ("human",), *, item_ids: Sequence[str] | None = None
    ) -> Iterator[tuple[Item, Critique, tuple[Decision, ...]]]:
        """Go through the items that bear a decision of one of the origins: each with its latest critique and events.

        ``item_ids`` keeps to these.
        """
        with self._database.reading() as connection:
            ids = list(labelled_versions(connection, origins))
        wanted = None if item_ids is None else set(item_ids)
        yield from self._reviews([one for one in ids if wanted is None or one in wanted])

    def labelled_versions(self, origins: Sequence[Origin] = ("human",)) -> dict[str, Hashable]:
        """The ids of the items of ``labelled``, in its order, each with a value that changes whenever the item does."""
        with self._database.reading() as connection:
            return labelled_versions(connection, origins)

    def version(self) -> Hashable:
        """A value that changes with every event and run, and when items come or go.

        It counts what was written, so that it does not depend on the clocks of those who write.
        """
        with self._database.reading() as connection:
            return version_of(connection)

    def reviews(self, states: Sequence[ItemState] = ()) -> Iterator[tuple[Item, Critique, tuple[Decision, ...]]]:
        """Go through the items that have a critique, by number: each with its latest critique and events.

        ``states`` keeps to items in one of these states.
        """
        wanted = [items.c.critique_id.is_not(None), *([items.c.state.in_(tuple(states))] if states else [])]
        with self._database.reading() as connection:
            ids = connection.execute(select(items.c.id).where(*wanted).order_by(items.c.number)).scalars().all()
        yield from self._reviews(ids)

    def _reviews(self, ids: Sequence[str]) -> Iterator[tuple[Item, Critique, tuple[Decision, ...]]]:
        for item_id in ids:
            with self._database.reading() as connection:
                row = connection.execute(select(items).where(items.c.id == item_id)).one_or_none()
                critique = critique_of_last_run(connection, item_id)
                events = decisions_of(connection, item_id)
            if row is not None and critique is not None:
                yield records.item_of(row), critique, events

    # --- keys of the HTTP API ------------------------------------------------------------------------------------

    def add_key(self, name: str, role: Role, digest: str) -> ApiKey:
        """Keep a key by the SHA-256 of its secret, hexadecimal; several may have one name."""
        check_texts(name=name)
        with self._database.writing() as connection:
            return put_key(connection, name, role, digest, datetime.now(UTC))

    def api_keys(self) -> tuple[ApiKey, ...]:
        """Return all keys, oldest first, revoked ones included."""
        with self._database.reading() as connection:
            return keys_of(connection)

    def has_keys(self) -> bool:
        """Whether a key was ever made: from then on callers need one, also when all of them were revoked."""
        with self._database.reading() as connection:
            return has_keys(connection)

    def key_with_digest(self, key_id: str) -> tuple[ApiKey, str] | None:
        """Return a key and its secret's digest, ``None`` when there is none of that id."""
        with self._database.reading() as connection:
            return key_with_digest(connection, key_id)

    def revoke_key(self, key_id: str) -> ApiKey:
        """End a key for good; raises ``NotFound`` when there is none of that id."""
        with self._database.writing() as connection:
            return revoke_key(connection, key_id, datetime.now(UTC))

    # --- metrics -------------------------------------------------------------------------------------------------

    def measures(self) -> tuple[StoredMeasures, ...]:
        """Return what every run measured that verified anything, oldest first."""
        with self._database.reading() as connection:
            wanted = select(runs.c.item_id, runs.c.run, runs.c.measures).where(runs.c.measures.is_not(None))
            rows = connection.execute(wanted.order_by(runs.c.sequence))
            return tuple(measures for _, measures, verified in records.measured(rows) if verified)

    def observations(self) -> Observations:
        """Return what runs measured and reviewers decided, with dates, in a few queries."""
        with self._database.reading() as connection:
            return observe(connection)

    # --- lists and files -----------------------------------------------------------------------------------------

    def search(self, wanted: ReviewFilter) -> ReviewPage:
        """List reviews, newest work first; raises ``InvalidInput`` when a text to look for cannot be one."""
        check_texts(text=wanted.text, reviewer=wanted.reviewer or "")
        with self._database.reading() as connection:
            return search_reviews(connection, wanted)

    def restore(self, review: ReviewExport, *, import_id: str | None = None) -> tuple[str, bool]:
        """Put an exported review back: its item, runs, critiques and events, with their ids, times and reviewers.

        What the store has of it stays as it is, so doing it twice changes nothing; events are numbered after those
        that are there. Returns the item's id, and whether anything was missing. ``import_id`` names the import that
        it comes with, which counts it as imported or duplicate. Raises ``InvalidInput`` when the review's parts do not
        belong together.
        """
        restoring.checked(review)

        def step(connection: Connection) -> tuple[str, bool]:
            item_id, added = restoring.restore(connection, review, import_id, datetime.now(UTC))
            measure_item(connection, item_id)
            if import_id is not None:
                count_import(connection, import_id, read=1, imported=int(added), duplicate=int(not added))
            return item_id, added

        return self._database.write(step, repeatable=import_id is None)

    def export_review(self, item_id: str) -> ReviewExport:
        """Gather all that is stored of one item; raises ``StoreError`` when there is none of that id."""
        with self._database.reading() as connection:
            row = connection.execute(select(items).where(items.c.id == item_id)).one_or_none()
            if row is None:
                raise no_item(item_id)
            return ReviewExport(
                item=records.item_of(row),
                runs=runs_of(connection, item_id),
                critiques=critiques_of(connection, item_id),
                decisions=decisions_of(connection, item_id),
            )
