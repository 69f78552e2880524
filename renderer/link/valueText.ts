import { isObject, readJson } from '../../contract/service/json/json.ts'
import { formatTime } from '../ui/formatTime.ts'
import { queryChoiceTexts, toQueryChoice } from './passedQuery.ts'

/** Returns a value of a request, a patch or a history as text; `''` for no value. */
export function valueText(name: string, value: unknown): string {
  if (name === 'pass_query') return queryText(value)
  if (value === null || value === undefined) return ''
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value === 'string') return name === 'active_until' ? formatTime(value) : tagText(name, value)
  if (!isObject(value)) return JSON.stringify(value)
  const { url, open_app_if_installed: open } = value
  return `${typeof url === 'string' ? url : ''}${open === false ? ' (stays in the browser)' : ''}`
}

/** `null` is a choice, too. */
function queryText(value: unknown): string {
  return typeof value === 'boolean' || value === null ? queryChoiceTexts[toQueryChoice(value)] : ''
}

function tagText(name: string, text: string): string {
  const read = name === 'tags' ? readJson(text) : null
  const isList = (list: unknown): list is string[] =>
    Array.isArray(list) && list.every((tag) => typeof tag === 'string')
  return read?.ok && isList(read.value) ? read.value.join(', ') : text
}
