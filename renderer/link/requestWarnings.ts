import type { GenerateRequest } from '../../contract/service/link/generate.ts'
import { fieldsOf, linkFields } from '../../contract/service/link/fields.ts'
import type { ParameterField } from '../../contract/service/link/parameters.ts'
import { parseTags } from '../../contract/app/link/tagList.ts'
import { valueWarning, type TextField } from '../../contract/app/values/valueWarnings.ts'
import { findAddressWarnings, withFix } from './addressWarnings.ts'

/** A warning about a value of a request. */
export interface RequestWarning {
  text: string
  /** The request without the mistake; `null` if only the user can tell what was intended. */
  fix: { label: string; request: GenerateRequest } | null
}

/** Returns the form's warnings for a request: about its addresses, texts, tracking and tags. */
export function findRequestWarnings(request: GenerateRequest): RequestWarning[] {
  const addresses = findAddressWarnings(request).map((warning) => ({
    text: warning.text,
    fix: warning.fix && { label: warning.fix.label, request: withFix(request, warning) },
  }))
  const texts = [...fieldsOf('text'), ...fieldsOf('tracking')].flatMap((name) =>
    warnAbout(name, request[name] ?? '', (value) => replace(request, name, value)),
  )
  const tags = parseTags(request.tags ?? '')
  const tagWarnings = tags.flatMap((tag) =>
    warnAbout('tags', tag, (value) => {
      const list = tags.map((one) => (one === tag ? value : one)).filter(Boolean)
      return replace(request, 'tags', list.length === 0 ? '' : JSON.stringify(list))
    }),
  )
  return [...addresses, ...texts, ...tagWarnings]
}

function warnAbout(
  field: Exclude<TextField, ParameterField>,
  value: string,
  fixed: (value: string) => GenerateRequest,
): RequestWarning[] {
  const warning = valueWarning(field, value)
  if (!warning) return []
  const { fix } = warning
  const text = `${linkFields[field].label}: ${warning.text}`
  return [{ text, fix: fix && { label: fix.label, request: fixed(fix.value) } }]
}

function replace(
  request: GenerateRequest,
  field: Exclude<TextField, ParameterField>,
  value: string,
): GenerateRequest {
  const others = Object.entries(request).filter(([name]) => name !== field)
  return Object.fromEntries(value === '' ? others : [...others, [field, value]])
}
