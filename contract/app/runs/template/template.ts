import type { GenerateRequest } from '../../../service/link/generate.ts'
import { toOpenAppColumn } from '../../library/columns/csvColumns.ts'
import { fieldNames, fieldsOf, type FieldOf } from '../../../service/link/fields.ts'
import type { Mapping, RowField } from '../mapping/mapping.ts'
import { escapeTemplate } from './placeholders.ts'

type Template = Mapping['template']
type Request = Partial<GenerateRequest>

/**
 * Returns the template that produces this request for every row, such as a preset applied to a table. An
 * address shared by all platforms becomes `everyone`, and is omitted for each.
 */
export function templateFromRequest(request: Request): Template {
  const template: Template = {}
  const setCell = (field: RowField, text: string | undefined) => {
    if (text !== undefined && text !== '') template[field] = escapeTemplate(text)
  }
  const everyone = sharedAddress(request)
  setCell('everyone', everyone)
  for (const name of fieldNames) {
    const value = request[name]
    if (typeof value === 'boolean') setCell(name, yesNoWord(value))
    else if (typeof value === 'object') setCell(name, value.url === everyone ? undefined : value.url)
    else setCell(name, name === 'tags' && value === '[]' ? undefined : value)
  }
  for (const name of fieldsOf('appTarget'))
    setCell(toOpenAppColumn(name), yesNoWord(request[name]?.open_app_if_installed))
  return template
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
