import { type Kysely, sql } from "kysely";
import { openToSystem, protectTenantTable } from "../row-security.ts";

const tables = `
-- One call of Generate: its images are made by one run.
create table ai_image_task (
  organization_id uuid not null references organization on delete cascade,
  task_id uuid not null,
  -- The month whose allowance it takes from.
  month date not null,
  created_by uuid not null,
  actor jsonb not null,
  state text not null default 'running' check (state in ('running', 'done', 'failed')),
  tries integer not null default 0,
  problem text not null default '',
  created_at timestamptz not null default now(),
  finished_at timestamptz,
  primary key (organization_id, task_id)
);
create unique index ai_image_task_identity on ai_image_task (task_id);

create table ai_image (
  organization_id uuid not null references organization on delete cascade,
  image_id uuid not null,
  name text not null default '',
  type text not null check (type in ('generated', 'uploaded')),
  state text not null check (state in ('queued', 'done', 'failed')),
  reason text,
  detail text not null default '',
  prompt text not null default '',
  ratio text,
  resolution text,
  model text,
  tags text[] not null default '{}',
  -- The image that it was made from; that one may be gone.
  source_id uuid,
  task_id uuid,
  -- When the provider was last asked for it, and how often.
  asked_at timestamptz,
  attempts integer not null default 0,
  file_id uuid,
  width integer not null default 0,
  height integer not null default 0,
  size bigint not null default 0,
  content_type text not null default '',
  created_by uuid,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  deleted_at timestamptz,
  version integer not null default 1,
  primary key (organization_id, image_id),
  foreign key (organization_id, task_id) references ai_image_task on delete cascade,
  check ((state = 'failed') = (reason is not null)),
  check ((type = 'generated') = (task_id is not null))
);
create unique index ai_image_identity on ai_image (image_id);
create index ai_image_newest on ai_image (organization_id, created_at desc, image_id desc) where deleted_at is null;
create index ai_image_of_task on ai_image (organization_id, task_id);
create index ai_image_deleted on ai_image (deleted_at) where deleted_at is not null;

-- Files that were made of images to be used elsewhere; where, the modules that use them know.
create table ai_image_copy (
  organization_id uuid not null references organization on delete cascade,
  file_id uuid not null,
  image_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (organization_id, file_id),
  foreign key (organization_id, image_id) references ai_image on delete cascade,
  foreign key (organization_id, file_id) references stored_file on delete cascade
);
create index ai_image_copy_image on ai_image_copy (organization_id, image_id);

-- How many images were asked for in a month, those aside that failed.
create table ai_image_usage (
  organization_id uuid not null references organization on delete cascade,
  month date not null,
  images integer not null check (images >= 0),
  primary key (organization_id, month)
);

-- What the images that are there take, deleted ones aside.
create table ai_image_storage (
  organization_id uuid not null primary key references organization on delete cascade,
  bytes bigint not null check (bytes >= 0)
);
`;

export async function up(db: Kysely<unknown>): Promise<void> {
  await sql.raw(tables).execute(db);
  for (const table of ["ai_image_task", "ai_image", "ai_image_copy", "ai_image_usage", "ai_image_storage"]) {
    await protectTenantTable(db, table);
  }
  // The sweep of deleted images.
  await openToSystem(db, "ai_image", "read");
}
