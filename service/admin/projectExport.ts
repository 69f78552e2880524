import { resolve, dirname } from 'node:path'
import { historyEntryText, lookupResponseText } from '../api/responseText.ts'
import { readHistory } from '../links/history.ts'
import { readLinkOriginSetting } from '../settings/settings.ts'
import { keyFingerprint } from '../projectKey.ts'
import type { LinkRow } from '../store/links/links.ts'
import type { Store } from '../store/store.ts'
import { countsByName, spans } from '../store/visits/visits.ts'
import { formatDay } from '../visits/report.ts'
import { recordAction } from './auditLog.ts'
import { type CommandRow, AdminError } from './command.ts'
import { readProjectPages } from './deletion.ts'
import { erasure } from './links.ts'
import { findProject, type FoundProject } from './projects.ts'
import { formatTime } from '../store/links/linkSwitch.ts'
import { closeSync, fsyncSync, openSync, statSync, writeFileSync } from 'node:fs'
import { startFile } from '../store/backups/unfinishedFile.ts'

export const projectExportCommands: CommandRow[] = [
  {
    name: 'project export',
    operands: ['PROJECT', 'FILE'],
    summary: 'Writes everything stored about a project to a new file, without secrets.',
    details: [
      'Each line is a JSON object with a "kind": first the "project", its "rules", and each "key" with its fingerprint; then each',
      '"link" as in a lookup and with its environment, followed by each "change" and by its "visits" per UTC day. Referring hosts',
      'are omitted. "access_path" is included only if LINK_ORIGIN is set as for the service.',
    ],
    run: async (context, { operands: [id = '', name = ''] }) => {
      const file = resolve(name)
      const source = await findProject(context.openStore, id)
      await recordAction(source.store, 'project export', { project: id, file })
      const counts = { keys: 0, links: 0, changes: 0, visits: 0 }
      const bytes = await writeExport(
        file,
        exportLines(source, readLinkOriginSetting(context.variables), counts),
      )
      context.print({ project: id, exported: file, ...counts, bytes })
    },
  },
]

type Counts = Record<'keys' | 'links' | 'changes' | 'visits', number>

async function* exportLines(
  { store, project: { id, name, active, createdAt } }: FoundProject,
  linkOrigin: string | null,
  counts: Counts,
): AsyncGenerator<string> {
  yield JSON.stringify({ kind: 'project', project: id, name, active, created_at: formatTime(createdAt) })
  const rules = await store.rules.find(id)
  if (rules !== null && rules.content !== null) {
    const file: unknown = JSON.parse(rules.content)
    yield JSON.stringify({ kind: 'rules', set_at: formatTime(rules.setAt), file })
  }
  for (const key of await store.listKeys(id)) {
    const { name: keyName, environment, scope } = key
    const times = { created_at: formatTime(key.createdAt), expires_at: formatTime(key.expiresAt) }
    const fingerprint = keyFingerprint(key.hash)
    yield JSON.stringify({ kind: 'key', fingerprint, name: keyName, environment, scope, ...times })
    counts.keys++
  }
  const origin = linkOrigin === null ? null : () => linkOrigin
  for await (const links of readProjectPages(store, id)) {
    const ids = links.map((link) => link.id)
    const visits = await store.visits.find(ids, spans.day, 0, Number.MAX_SAFE_INTEGER)
    const visitsByLink = Map.groupBy(visits, ({ link }) => link)
    for (const link of links) {
      const linkDetails = {
        environment: link.environment,
        created_at: formatTime(link.createdAt),
        created_by_key: link.keyName,
        ...erasure(link),
      }
      const head = JSON.stringify({ kind: 'link', ...linkDetails })
      // Written as text, because parsing and serializing `data` would change its numbers.
      yield `${head.slice(0, -1)},${lookupResponseText(link, origin, { activeUntil: true }).slice(1)}`
      counts.links++
      for await (const line of changeLines(store, link)) {
        yield line
        counts.changes++
      }
      for (const row of visitsByLink.get(link.id) ?? []) {
        const day = formatDay(row.start)
        yield JSON.stringify({ kind: 'visits', path: link.path, day, ...countsByName(row) })
        counts.visits++
      }
    }
  }
}

async function* changeLines(store: Store, { id, path }: LinkRow): AsyncGenerator<string> {
  const head = JSON.stringify({ kind: 'change', path })
  for await (const change of readHistory(store, id))
    yield `${head.slice(0, -1)},${historyEntryText(change).slice(1)}`
}

/**
 * Writes lines to a new private file, which gets its name only when it is complete and synced to disk. Returns its
 * size in bytes.
 */
export async function writeExport(file: string, lines: AsyncIterable<string>): Promise<number> {
  using unfinished = startFile(file)
  const handle = createFile(unfinished.path)
  try {
    // On a full disk, `writeSync` may write only part of the data and return its length.
    for await (const line of lines) writeFileSync(handle, `${line}\n`)
    fsyncSync(handle)
  } finally {
    closeSync(handle)
  }
  unfinished.finish()
  return statSync(file).size
}

function createFile(file: string): number {
  try {
    return openSync(file, 'wx', 0o600)
  } catch (error) {
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new AdminError(
      `The file cannot be written (${code}). Check that the folder ${dirname(file)} exists and is writable, and that its disk has space.`,
    )
  }
}
