import { extractLinkText } from '../../contract/app/link/remoteLink.ts'
import { findShapeMismatches, type ShapeMismatch } from '../../contract/app/link/linkShape.ts'
import { fieldName } from './fieldNames.ts'

/** Returns warnings by row name where a service's answer deviates from the specification. */
export function findShapeWarnings(raw: string): ReadonlyMap<string, string> {
  const warnings = new Map<string, string>()
  for (const finding of findShapeMismatches(extractLinkText(raw) ?? '')) {
    const name = fieldName(finding.field.replace(/\.\w+$/, ''))
    warnings.set(name, [warnings.get(name), describeMismatch(finding)].filter(Boolean).join(' '))
  }
  return warnings
}

function describeMismatch({ field, expected, got }: ShapeMismatch): string {
  const part = field.split('.')[1]
  if (got === null) return `The service’s answer has no ${part === undefined ? 'such field' : `“${part}”`}.`
  const subject = part === undefined ? '' : ` for “${part}”`
  return `The service returned the wrong type${subject}: ${got} instead of ${expected}.`
}
