"""Finished games as data, readable without their rules."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column("table_id", sa.String(20), primary_key=True),
        sa.Column("data", sa.LargeBinary, nullable=False),
    )
