import { isUtf8 } from 'node:buffer'
import { hash } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import { describeSharedFileError, readSharedFile } from '../../contract/rules/readSharedFile.ts'
import { maxServiceRulesBytes } from '../../contract/rules/serviceRules.ts'
import type { SharedRules } from '../../contract/rules/sharedFile.ts'
import { writeSharedFile } from '../../contract/rules/writeSharedFile.ts'
import { mayHoldProjectKey } from '../projectKey.ts'
import type { Store } from '../store/store.ts'
import { recordAct } from './acts.ts'
import { AdminError } from './command.ts'
import type { CommandRow } from './command.ts'
import { commandPrefix } from './help.ts'
import { findProject } from './projects.ts'

export const ruleCommands: CommandRow[] = [
  {
    words: 'rules set',
    operands: ['PROJECT', 'FILE'],
    about: 'Sets the rules, presets and views that the apps with a key of the project read.',
    details: [
      'FILE is one that the app saved under Profiles > Rules. It has at most 256 KiB. Every key of the project may read it, so it',
      'must hold no secret. An invalid file is refused with line and field, and the rules stay as they were.',
    ],
    run: async ({ store, print }, { operands: [id = '', name = ''] }) => {
      const file = resolve(name)
      // Before the database is opened: closing its file, if that was named, would release the locks on it.
      const { content, counts } = readRules(file)
      const { store: opened } = await findProject(store, id)
      const sha256 = hash('sha256', content)
      await recordAct(opened, 'rules set', { project: id, file, sha256, ...counts })
      const setAt = await putRules(opened, id, content)
      print({ project: id, set_at: new Date(setAt).toISOString(), sha256, ...counts })
    },
  },
  {
    words: 'rules show',
    operands: ['PROJECT'],
    about: 'Shows the rules of a project as a file that "rules set" takes.',
    details: [`For example: ${commandPrefix} rules show PROJECT > rules.json`],
    run: async ({ store, print }, { operands: [id = ''] }) => {
      const { store: opened } = await findProject(store, id)
      const content = (await opened.rules.find(id))?.content ?? null
      if (content === null) throw noRulesError(id)
      print(content.trimEnd())
    },
  },
  {
    words: 'rules remove',
    operands: ['PROJECT'],
    about: 'Removes the rules of a project from the service.',
    details: ['Apps keep the rules that they have taken over. "rules show" beforehand keeps a copy.'],
    run: async ({ store, print }, { operands: [id = ''] }) => {
      const { store: opened } = await findProject(store, id)
      await recordAct(opened, 'rules remove', { project: id })
      if (!(await removeRules(opened, id))) throw noRulesError(id)
      print({ project: id, removed: true })
    },
  },
]

/** Removes the rules of a project. Resolves to whether it had any. */
export async function removeRules(store: Store, project: string): Promise<boolean> {
  const found = await store.rules.find(project)
  if (found === null || found.content === null) return false
  await putRules(store, project, null)
  return true
}

/** Resolves to the stored time, which is later than the previous one even if the clock was set back. */
async function putRules({ rules }: Store, project: string, content: string | null): Promise<number> {
  const before = await rules.find(project)
  const setAt = Math.max(Date.now(), (before?.setAt ?? 0) + 1)
  if (await rules.put({ project, content, setAt })) return setAt
  throw new AdminError(
    'The rules were set at the same time by another command. Run "rules show", then repeat.',
  )
}

interface RulesFile {
  content: string
  /** How much of each section it has, for the audit log. */
  counts: { bytes: number; fields: number; presets: number; views: number }
}

function readRules(file: string): RulesFile {
  const bytes = readBytes(file)
  if (!isUtf8(bytes)) throw new AdminError(`${file} is not UTF-8, so it was not set.`)
  const read = readSharedFile(bytes.toString('utf8'))
  if (!read.ok) {
    const errors = read.errors.map((error) => `  ${describeSharedFileError(error)}`)
    throw new AdminError([`${file} is not valid, so it was not set:`, ...errors].join('\n'))
  }
  const content = writeSharedFile(read.value)
  if (mayHoldProjectKey(content)) {
    throw new AdminError(`${file} holds something like a project key, so it was not set. Remove the key.`)
  }
  const written = Buffer.byteLength(content)
  if (written > maxServiceRulesBytes) throw tooLargeError(file)
  return { content, counts: { bytes: written, ...countSections(read.value) } }
}

/** Checks the size before reading. Refuses anything but a file, because reading a pipe might never end. */
function readBytes(file: string): Buffer {
  try {
    const found = statSync(file)
    if (!found.isFile()) throw new AdminError(`${file} is not a file.`)
    if (found.size > maxServiceRulesBytes) throw tooLargeError(file)
    return readFileSync(file)
  } catch (error) {
    if (error instanceof AdminError) throw error
    const { code = 'unknown reason' } = error as NodeJS.ErrnoException
    throw new AdminError(`${file} cannot be read (${code}). The user that runs this command must be able to.`)
  }
}

function tooLargeError(file: string): AdminError {
  return new AdminError(`${file} has more than ${maxServiceRulesBytes / 1_024} KiB, so it was not set.`)
}

function countSections({ rules = {}, presets = [], views = [] }: SharedRules) {
  return { fields: Object.keys(rules).length, presets: presets.length, views: views.length }
}

function noRulesError(id: string): AdminError {
  return new AdminError(`The project ${id} has no rules. "${commandPrefix} rules set" sets them.`)
}
