import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { readSharedFile } from '../../contract/service/rules/readSharedFile.ts'
import { maxServiceRulesBytes } from '../../contract/service/rules/serviceRules.ts'
import { writeSharedFile } from '../../contract/service/rules/writeSharedFile.ts'
import { mayContainProjectKey } from '../projectKey.ts'
import type { Store } from '../store/store.ts'
import { recordAction } from './auditLog.ts'
import { AdminError, type CommandRow } from './command.ts'
import { commandPrefix } from './help.ts'
import { findProject } from './projects.ts'

export const ruleCommands: CommandRow[] = [
  {
    name: 'rules set',
    access: 'write',
    operands: ['PROJECT', 'FILE'],
    summary: 'Sets the rules, presets and views for all apps that have a key of the project.',
    details: [
      'FILE is a file saved in the app under Profiles > Rules, at most 256 KiB. Every key of the project can read it, so it must',
      'not contain secrets. An invalid file is refused with the line and field, and the rules stay unchanged.',
    ],
    run: async ({ openStore, print }, { operands: [id = '', name = ''] }) => {
      const file = resolve(name)
      // Read before the database is opened: if FILE is the database, closing it later would release its locks.
      const { content, counts } = readRules(file)
      const { store } = await findProject(openStore, id)
      const sha256 = hash('sha256', content)
      await recordAction(store, 'rules set', { project: id, file, sha256, ...counts })
      const setAt = await putRules(store, id, content)
      print({ project: id, set_at: new Date(setAt).toISOString(), sha256, ...counts })
    },
  },
  {
    name: 'rules show',
    operands: ['PROJECT'],
    summary: 'Prints the rules of a project as a file for "rules set".',
    details: [`For example: ${commandPrefix} rules show PROJECT > rules.json`],
    run: async ({ openStore, print }, { operands: [id = ''] }) => {
      const { store } = await findProject(openStore, id)
      const content = (await store.rules.find(id))?.content ?? null
      if (content === null) throw noRulesError(id)
      print(content.trimEnd())
    },
  },
  {
    name: 'rules remove',
    access: 'write',
    operands: ['PROJECT'],
    summary: 'Removes the rules of a project from the service.',
    details: ['Apps keep the rules that they have already adopted. To save a copy first, use "rules show".'],
    run: async ({ openStore, print }, { operands: [id = ''] }) => {
      const { store } = await findProject(openStore, id)
      await recordAction(store, 'rules remove', { project: id })
      if (!(await removeRules(store, id))) throw noRulesError(id)
      print({ project: id, removed: true })
    },
  },
]

/** Removes the rules of a project. Resolves to whether it had any. */
export async function removeRules(store: Store, project: string): Promise<boolean> {
  const rules = await store.rules.find(project)
  if (rules === null || rules.content === null) return false
  await putRules(store, project, null)
  return true
}

/** Resolves to the stored time, which is later than the previous one even if the clock was set back. */
async function putRules({ rules }: Store, project: string, content: string | null): Promise<number> {
  const previous = await rules.find(project)
  const setAt = Math.max(Date.now(), (previous?.setAt ?? 0) + 1)
  if (await rules.put({ project, content, setAt })) return setAt
  throw new AdminError(
    'Another command set the rules at the same time. Check them with "rules show", then try again.',
  )
}

/** Returns the content of a file, and the number of entries in each section, for the audit log. */
function readRules(file: string) {
  const bytes = readBytes(file)
  if (!isUtf8(bytes)) throw new AdminError(`${file} is not UTF-8. The rules were not changed.`)
  const result = readSharedFile(bytes.toString('utf8'))
  if (!result.ok) {
    const errors = result.errors.map((error) => `  ${error}`)
    throw new AdminError([`${file} is not valid. The rules were not changed:`, ...errors].join('\n'))
  }
  const content = writeSharedFile(result.value)
  if (mayContainProjectKey(content)) {
    throw new AdminError(
      `${file} seems to contain a project key. The rules were not changed. Remove the key from the file.`,
    )
  }
  const byteLength = Buffer.byteLength(content)
  if (byteLength > maxServiceRulesBytes) throw tooLargeError(file)
  const { rules = {}, presets = [], views = [] } = result.value
  const counts = { fields: Object.keys(rules).length, presets: presets.length, views: views.length }
  return { content, counts: { bytes: byteLength, ...counts } }
}

/** Checks the size before reading. Refuses pipes and devices, because reading one might never end. */
function readBytes(file: string): Buffer {
  try {
    const stats = statSync(file)
    if (!stats.isFile()) throw new AdminError(`${file} is not a file.`)
    if (stats.size > maxServiceRulesBytes) throw tooLargeError(file)
    return readFileSync(file)
  } catch (error) {
    if (error instanceof AdminError) throw error
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new AdminError(
      `${file} cannot be read (${code}). Check that it exists and that this user may read it.`,
    )
  }
}

function tooLargeError(file: string): AdminError {
  return new AdminError(
    `${file} is larger than ${maxServiceRulesBytes / 1_024} KiB. The rules were not changed.`,
  )
}

function noRulesError(id: string): AdminError {
  return new AdminError(`The project ${id} has no rules. To set them, use "${commandPrefix} rules set".`)
}
