import { linkTextIn } from '../../contract/remoteLink.ts'
import { shapeFindings } from '../../contract/linkShape.ts'
import type { ShapeFinding } from '../../contract/linkShape.ts'
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
export function shapeRemarks(raw: string): ReadonlyMap<string, string> {
  const remarks = new Map<string, string>()
  for (const finding of shapeFindings(linkTextIn(raw) ?? '')) {
    const name = serviceNames[finding.field] ?? fieldName(finding.field.replace(/\.\w+$/, ''))
    remarks.set(name, [remarks.get(name), sentenceOf(finding)].filter(Boolean).join(' '))
  }
  return remarks
}

function sentenceOf({ field, expected, got }: ShapeFinding): string {
  const part = field.split('.')[1]
  const inside = part === undefined ? '' : ` “${part}”`
  if (got === null) return `The service’s answer has no${inside === '' ? ' such field' : inside}.`
  return `The service answered${inside} with ${got}, where the specification has ${expected}.`
}
