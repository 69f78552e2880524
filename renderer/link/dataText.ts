import { parse } from '@humanwhocodes/momoa'
import type { ObjectNode, ValueNode } from '@humanwhocodes/momoa'

/** The app data as a lookup's answer spelled it (`{"link": {"data": …}}`), number spellings and all; `null` without any. */
export function dataTextIn(answer: string): string | null {
  try {
    const link = member(parse(answer, { mode: 'json', ranges: true }).body, 'link')
    const data = link && member(link, 'data')
    return data?.range ? answer.slice(...data.range) : null
  } catch {
    return null
  }
}

function member(node: ValueNode, name: string): ValueNode | null {
  if (node.type !== 'Object') return null
  return (node satisfies ObjectNode).members.find((each) => keyOf(each.name) === name)?.value ?? null
}

function keyOf(name: ObjectNode['members'][number]['name']): string {
  return name.type === 'String' ? name.value : name.name
}
