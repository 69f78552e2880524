import type { GenerateRequest } from '../../../service/link/generate.ts'
import { toOpenAppColumn } from '../../library/columns/csvColumns.ts'
import { fieldNames, fieldsOf, linkFields } from '../../../service/link/fields.ts'
import type { FieldKind, FieldOf } from '../../../service/link/fields.ts'
import type { Mapping, RowField } from '../mapping/mapping.ts'
import { escapeTemplate } from './placeholders.ts'

type Template = Mapping['template']
type Request = Partial<GenerateRequest>

/**
 * Returns the template that produces this request for every row, such as a preset applied to a table. An
 * address shared by all platforms becomes `everyone`.
 */
export function templateFromRequest(request: Request): Template {
  const template: Template = {}
  const setCell = (field: RowField, text: string | undefined) => {
    if (text !== undefined && text !== '') template[field] = escapeTemplate(text)
  }
  const everyone = sharedAddress(request)
  setCell('everyone', everyone)
  for (const name of fieldNames)
    fieldWriters[linkFields[name].kind]({ request, setCell, everyone }, name as never)
  return template
}

interface TemplateBuild {
  request: Request
  setCell: (field: RowField, text: string | undefined) => void
  everyone: string | undefined
}

/** Writes each field by kind. */
const fieldWriters: { [K in FieldKind]: (build: TemplateBuild, name: FieldOf<K>) => void } = {
  text: ({ request, setCell }, name) => setCell(name, request[name]),
  tracking: ({ request, setCell }, name) => setCell(name, request[name]),
  path: ({ request, setCell }, name) => setCell(name, request[name]),
  image: ({ request, setCell }, name) => setCell(name, request[name]),
  data: ({ request, setCell }, name) => setCell(name, request[name]),
  tags: ({ request, setCell }, name) => setCell(name, request[name] === '[]' ? undefined : request[name]),
  preview: ({ request, setCell }, name) => setCell(name, yesNoWord(request[name])),
  target: ({ request, setCell, everyone }, name) => setCell(name, ownAddress(request[name]?.url, everyone)),
  appTarget: ({ request, setCell, everyone }, name) => {
    setCell(name, ownAddress(request[name]?.url, everyone))
    setCell(toOpenAppColumn(name), yesNoWord(request[name]?.open_app_if_installed))
  },
}

/** Addresses equal to the shared one are omitted. */
function ownAddress(url: string | undefined, everyone: string | undefined): string | undefined {
  return url === everyone ? undefined : url
}

function yesNoWord(flag: boolean | undefined): string | undefined {
  return flag === undefined ? undefined : flag ? 'yes' : 'no'
}

/**
 * Returns the desktop address if every platform has an address; otherwise `null`, because visitors of a platform
 * without one would be sent there.
 */
function sharedAddress(request: Request): string | undefined {
  const [computers] = fieldsOf('target')
  const phones = fieldsOf('appTarget')
  return phones.every((name) => request[name]) ? request[computers as FieldOf<'target'>]?.url : undefined
}
