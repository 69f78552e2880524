import type { GenerateRequest } from '../generate.ts'
import { opensAppOf } from '../library/csvColumns.ts'
import { fieldNames, fieldsOf, linkFields } from '../link/fields.ts'
import type { FieldKind, FieldOf } from '../link/fields.ts'
import type { Mapping, RowField } from './mapping.ts'
import { literally } from './placeholders.ts'

type Template = Mapping['template']
type Request = Partial<GenerateRequest>

/**
 * The template of which every row makes this request, whatever its cells say: what a preset brings to a table. Where one address
 * is for all platforms, it is the one for everyone.
 */
export function templateOf(request: Request): Template {
  const template: Template = {}
  const say = (field: RowField, text: string | undefined) => {
    if (text !== undefined && text !== '') template[field] = literally(text)
  }
  const everyone = everyoneIn(request)
  say('everyone', everyone)
  for (const name of fieldNames) texts[linkFields[name].kind]({ request, say, everyone }, name as never)
  return template
}

interface Telling {
  request: Request
  say: (field: RowField, text: string | undefined) => void
  everyone: string | undefined
}

/** How the fields of each kind are written. */
const texts: { [K in FieldKind]: (telling: Telling, name: FieldOf<K>) => void } = {
  text: ({ request, say }, name) => say(name, request[name]),
  tracking: ({ request, say }, name) => say(name, request[name]),
  data: ({ request, say }, name) => say(name, request[name]),
  tags: ({ request, say }, name) => say(name, request[name] === '[]' ? undefined : request[name]),
  preview: ({ request, say }, name) => say(name, wordOf(request[name])),
  target: ({ request, say, everyone }, name) => say(name, ownOf(request[name]?.url, everyone)),
  appTarget: ({ request, say, everyone }, name) => {
    say(name, ownOf(request[name]?.url, everyone))
    say(opensAppOf(name), wordOf(request[name]?.open_app_if_installed))
  },
}

/** What the address for everyone says already need not be said again. */
function ownOf(url: string | undefined, everyone: string | undefined): string | undefined {
  return url === everyone ? undefined : url
}

function wordOf(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? 'yes' : 'no'
}

/** The address of the computers, if every platform has one; otherwise some would be sent where nobody sent them. */
function everyoneIn(request: Request): string | undefined {
  const [computers] = fieldsOf('target')
  const phones = fieldsOf('appTarget')
  return phones.every((name) => request[name]) ? request[computers as FieldOf<'target'>]?.url : undefined
}
