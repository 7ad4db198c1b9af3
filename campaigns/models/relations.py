"""Relations between rows of one scope, over the ids that the rules keep.

A relation is no column and no constraint: it joins by scope and key, so that nothing of another league is
ever met, and a key whose row is gone leads to nothing. Django has `ForeignObject` for that and calls it
internal; what must work with it is listed in `tests/campaigns/test_relations.py`.
"""

from __future__ import annotations

import copy
from collections.abc import Sequence
from operator import attrgetter
from typing import TYPE_CHECKING, Any

from django.apps import apps
from django.core import checks
from django.core.exceptions import ObjectDoesNotExist
from django.db import models
from django.db.models.expressions import ColPairs
from django.db.models.fields.related_descriptors import ForwardManyToOneDescriptor
from django.db.models.fields.related_lookups import RelatedIsNull
from django.db.models.functions import Coalesce
from django.db.models.lookups import Exact, Lookup
from django.db.models.query import QuerySet

if TYPE_CHECKING:
    from django.db.models.sql.compiler import SQLCompiler

    Relation = models.ForeignObject[Any, Any]
    Descriptor = ForwardManyToOneDescriptor[Any]
    Rows = models.Manager[Any]
else:
    Relation, Descriptor, Rows = models.ForeignObject, ForwardManyToOneDescriptor, models.Manager


class OrNone(Descriptor):
    """Leads to None where there is no row of that key, as `select_related` does."""

    def get_object(self, instance: models.Model) -> Any:
        try:
            return super().get_object(instance)
        except ObjectDoesNotExist:
            return None


class Related(Relation):
    """The row of the same scope whose key a field of the entity holds.

    `warband = Related("Warband")` is that row; the key stands in `warband_id`, whose column keeps the name
    of the entity's field.
    """

    forward_related_accessor_class = OrNone

    def __init__(self, to: str, *, related_name: str = "+", **kwargs: Any) -> None:
        kwargs.update(on_delete=models.DO_NOTHING, from_fields=["scope"], to_fields=["scope", "key"])
        kwargs["null"] = True  # so that it is joined LEFT
        super().__init__(to, related_name=related_name, **kwargs)

    def contribute_to_class(self, cls: type[models.Model], name: str, *args: Any, **kwargs: Any) -> None:
        if len(self.to_fields) > 1:
            self.from_fields = ["scope", relation_field(name)]
        super().contribute_to_class(cls, name, private_only=True)

    def get_local_related_value(self, instance: models.Model) -> tuple[object, ...]:
        """What it joins by; None for an empty key, which leads nowhere."""
        return tuple(None if value == "" else value for value in super().get_local_related_value(instance))


class Sole(Related):
    """The one row of its scope in a table: `league = Sole("campaigns.League")`."""

    requires_unique_target = False

    def __init__(self, to: str, **kwargs: Any) -> None:
        super().__init__(to, **kwargs)
        self.to_fields = ["scope"]


@Related.register_lookup
class NoKey(RelatedIsNull):
    """`isnull` of a relation: its key is empty."""

    def as_sql(self, compiler: SQLCompiler, connection: Any) -> Any:
        if not isinstance(self.lhs, ColPairs):
            return super().as_sql(compiler, connection)
        _scope, key = self.lhs
        empty: Lookup[Any] = Exact(Coalesce(key, models.Value("")) if key.target.null else key, "")
        text, params = compiler.compile(empty)
        return (text if self.rhs else f"NOT {text}"), params


def relation_field(relation: str) -> str:
    """The model's field that holds the key of a relation."""
    return f"{relation}_id"


class ListedRelation:
    """The rows that a list of an entity names, in its order: `mission.warbands.all()`.

    `column` holds keys, or values of which `field` is the key; values of which `unless` is set are left out.
    It is read like a related manager and prefetched like one; nothing is looked up through it.
    """

    def __init__(self, to: str, column: str, field: str = "", *, unless: str = "") -> None:
        self.to, self.column, self.field, self.unless = to, column, field, unless

    def __set_name__(self, owner: type[models.Model], name: str) -> None:
        self.name = name

    def __get__(self, instance: models.Model | None, owner: type[models.Model]) -> Any:
        return self if instance is None else ListedRows(self, instance)

    def check(self, owner: type[models.Model]) -> list[checks.CheckMessage]:
        """Whether there is such a column, and rows to lead to."""
        label = f"{owner.__name__}.{self.name}"
        if self.column not in {field.column for field in owner._meta.concrete_fields}:
            return [checks.Error(f"{label}: there is no column {self.column!r}.", obj=owner, id="rows.E003")]
        app, name = self.leads_to(owner)
        if name.lower() not in owner._meta.apps.all_models[app]:
            return [checks.Error(f"{label}: there is no model {app}.{name}.", obj=owner, id="rows.E004")]
        return []

    def leads_to(self, owner: type[models.Model]) -> tuple[str, str]:
        """The app and the name of the model it lists."""
        app, _sep, name = self.to.rpartition(".")
        return app or owner._meta.app_label, name

    def keys(self, instance: models.Model) -> list[str]:
        values = getattr(instance, self.column)
        if not self.field:
            return list(values)
        return [value[self.field] for value in values if not (self.unless and value.get(self.unless))]


class ListedRows(Rows):
    """The manager of the rows that one list names."""

    def __init__(self, listed: ListedRelation, instance: models.Model) -> None:
        super().__init__()
        self.listed, self.instance = listed, instance
        self.model = apps.get_model(*listed.leads_to(type(instance)))

    def get_queryset(self) -> QuerySet[Any]:
        prefetched: dict[str, QuerySet[Any]] = getattr(self.instance, "_prefetched_objects_cache", {})
        if self.listed.name in prefetched:
            return prefetched[self.listed.name]
        return self._apply_rel_filters(super().get_queryset())

    def _apply_rel_filters(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        """Those of the list, in its order; Django calls it by this name for `Prefetch(queryset=…)`."""
        keys = self.listed.keys(self.instance)
        places = [models.When(key=key, then=place) for place, key in enumerate(keys)]
        order = models.Case(*places, default=len(keys), output_field=models.IntegerField())
        return rows.filter(scope=self.instance.scope_id, key__in=keys).order_by(order)  # type: ignore[attr-defined]

    def get_prefetch_querysets(
        self, instances: Sequence[models.Model], querysets: Sequence[QuerySet[Any]] | None = None
    ) -> tuple[Any, ...]:
        """One query for the lists of many rows; a row that stands in several is given to each as its own."""
        rows = querysets[0] if querysets else super().get_queryset()
        lists = {instance.pk: (instance.scope_id, self.listed.keys(instance)) for instance in instances}  # type: ignore[attr-defined]
        keys = {key for _scope, listed in lists.values() for key in listed}
        rows = rows.filter(scope__in={scope for scope, _keys in lists.values()}, key__in=keys)
        by_key = {(row.scope_id, row.key): row for row in rows}
        handed = []
        for pk, (scope, listed) in lists.items():
            for key in listed:
                if (scope, key) in by_key:
                    handed.append(copy.copy(by_key[scope, key]))
                    handed[-1]._listed_by = pk
        by_list, by_pk = attrgetter("_listed_by"), attrgetter("pk")
        return handed, by_list, by_pk, False, self.listed.name, False
