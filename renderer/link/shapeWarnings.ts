import { extractLinkText } from '../../contract/remoteLink.ts'
import { findShapeMismatches } from '../../contract/linkShape.ts'
import type { ShapeMismatch } from '../../contract/linkShape.ts'
import { fieldName } from './fieldNames.ts'

/** The rows of a link that no request carries, by the field that they show. */
const serviceNames: Record<string, string> = {
  id: 'ID',
  path: 'Path',
  access_path: 'Link',
  updated_at: 'Last changed',
  generated_from_platform: 'Created from',
  sdk_generated: 'Created by API or SDK',
  active: 'Active',
  image: 'Image',
}

/** What is to be said at the rows of a link, by their names, where a service's answer is not what the specification says. */
export function findShapeWarnings(raw: string): ReadonlyMap<string, string> {
  const warnings = new Map<string, string>()
  for (const finding of findShapeMismatches(extractLinkText(raw) ?? '')) {
    const name = serviceNames[finding.field] ?? fieldName(finding.field.replace(/\.\w+$/, ''))
    warnings.set(name, [warnings.get(name), describeMismatch(finding)].filter(Boolean).join(' '))
  }
  return warnings
}

function describeMismatch({ field, expected, got }: ShapeMismatch): string {
  const part = field.split('.')[1]
  const inside = part === undefined ? '' : ` “${part}”`
  if (got === null) return `The service’s answer has no${inside === '' ? ' such field' : inside}.`
  return `The service answered${inside} with ${got}, where the specification has ${expected}.`
}
