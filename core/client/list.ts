import { listLimits, listPath } from '../../contract/service/lookup/linkList.ts'
import { readJson } from '../../contract/service/json/json.ts'
import { elementTexts, memberTexts } from '../../contract/service/json/jsonMembers.ts'
import { isExcessiveText } from '../../contract/service/json/jsonScan.ts'
import { parseTimestamp } from '../../contract/service/text/timestamp.ts'
import { findLinkPath } from '../../contract/service/path/linkPath.ts'
import { fail, ok, type Result } from '../../contract/app/problems/result.ts'
import type { Redactor } from '../redactor.ts'
import type { Destination, SendRequest } from './destination.ts'
import { describeProblem, toProblem } from './problems.ts'
import { announcesExtension, type HttpResponse, findUsableLink } from './response.ts'

/** A link of the project, as the service lists it. */
export interface ListedLink {
  path: string
  address: string
  /** The link as a lookup returns it. */
  text: string
  /** Names of the keys that created and last changed it; `null` if unknown. */
  author: string | null
  changedBy: string | null
  createdAt: string | null
  updatedAt: string | null
}

/** A page of the list of a project's links. */
export interface ListPage {
  links: ListedLink[]
  /** Paths of links that were erased. */
  deleted: string[]
  cursor: string
  more: boolean
  /** Whether the service listed nothing at all, not even what was left out. */
  isEmpty: boolean
}

/** Exceeds the number of values in a page of links with long app data. */
const maxValues = 200_000
const maxCursorLength = 200
const maxNameLength = 64
const maxPathLength = 255

export function createListRequests(send: SendRequest, redactor: Redactor) {
  return {
    /** Returns the links after a cursor, or from the start. Only for services that announce this. Unusable links are left out. */
    list: async (destination: Destination, after: string | null) => {
      const query = new URLSearchParams({ limit: String(listLimits.links), ...(after !== null && { after }) })
      const path = `${listPath}?${query.toString()}`
      const result = await send(destination, 'list', { method: 'GET', path })
      return result.ok ? parsePage(result.response, redactor) : fail(result.problem)
    },
  }
}

function parsePage(response: HttpResponse, redactor: Redactor): Result<ListPage> {
  if (response.status >= 300) return fail(toProblem(response, redactor))
  const members = readMembers(response)
  const [list = '', more] = [members.get('links'), members.get('more')]
  const cursor = readText(members, 'cursor', maxCursorLength)
  if (!list.startsWith('[') || cursor === null || (more !== 'true' && more !== 'false'))
    return fail(describeProblem('answer_unreadable', response, redactor))
  const elements = elementTexts(list)
  const page: ListPage = {
    links: [],
    deleted: [],
    cursor,
    more: more === 'true',
    isEmpty: elements.length === 0,
  }
  for (const element of elements) {
    const fields = memberTexts(element)
    const path = readText(fields, 'path', maxPathLength)
    if (path === null || /^\.{1,2}$|\//.test(path)) continue
    if (fields.get('deleted') === 'true') page.deleted.push(path)
    else page.links.push(...parseLink(path, fields))
  }
  return ok(page)
}

/** Returns the members of a usable response; none of any other. */
function readMembers(response: HttpResponse): Map<string, string> {
  const { text } = response
  const isReadable = announcesExtension(response, 'list') && !isExcessiveText(text, maxValues)
  return isReadable && readJson(text).ok ? memberTexts(text) : new Map<string, string>()
}

/** Members of a listed link that a lookup doesn't return. */
const listOnly = new Set(['created_by', 'changed_by', 'show_preview_ios', 'show_preview_android'])

/** Returns a link; nothing if its address isn't a link with this path. */
function parseLink(path: string, fields: Map<string, string>): ListedLink[] {
  const address = findUsableLink(JSON.parse(fields.get('access_path') ?? 'null'))
  if (address === null || findLinkPath(address)?.path.normalize('NFC') !== path.normalize('NFC')) return []
  const members = [...fields].filter(([name]) => !listOnly.has(name))
  return [
    {
      ...{ path, address },
      text: `{${members.map(([name, value]) => `${JSON.stringify(name)}:${value}`).join(',')}}`,
      author: readText(fields, 'created_by', maxNameLength),
      changedBy: readText(fields, 'changed_by', maxNameLength),
      createdAt: readTime(fields, 'created_at'),
      updatedAt: readText(fields, 'updated_at', maxNameLength),
    },
  ]
}

function readText(fields: Map<string, string>, name: string, maxLength: number): string | null {
  const value: unknown = JSON.parse(fields.get(name) ?? 'null')
  return typeof value === 'string' && value !== '' && value.length <= maxLength ? value : null
}

/** Returns a time that isn't in the future, in the library's format. */
function readTime(fields: Map<string, string>, name: string): string | null {
  const time = parseTimestamp(readText(fields, name, maxNameLength) ?? '')
  return time === null ? null : new Date(Math.min(time, Date.now())).toISOString()
}
