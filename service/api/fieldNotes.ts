import { limits } from '../../contract/service/api/limits.ts'
import { fieldNames, linkFields } from '../../contract/service/link/fields.ts'

type Note = Record<string, string | number>

/** Rules that the schemas check but JSON Schema can't express, by field name and type. */
const notes = new Map<string, Note>([
  ...fieldNames.flatMap((name) => requestNote(name)),
  [
    'url string',
    {
      description: 'An absolute URL. Its scheme may belong to an app, but must not run code or read files.',
      maxLength: limits.url,
    },
  ],
  [
    'open_app_if_installed boolean',
    { description: 'Whether the link opens the app if it is installed. Default: true.' },
  ],
])

function requestNote(name: keyof typeof linkFields): [key: string, note: Note][] {
  const field = linkFields[name]
  if (!('about' in field)) return []
  const { about: description } = field
  const type = field.kind === 'preview' ? 'boolean' : 'string'
  const constraints = {
    ...('limit' in field && { maxLength: field.limit }),
    ...((field.kind === 'data' || field.kind === 'tags') && { contentMediaType: 'application/json' }),
  }
  return [[`${name} ${type}`, { description, ...constraints }]]
}

/** Returns what the API documentation says about a field beyond its type. */
export function fieldNote(name: string | number | undefined, type: unknown): Note {
  return notes.get(`${name} ${String(type)}`) ?? {}
}
