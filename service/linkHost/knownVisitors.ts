import { visitorOf } from '../../contract/redirect/visitor.ts'
import type { Visitor } from '../../contract/redirect/visitor.ts'

// Bounded, since anyone can send anything.
const most = 1_000
const longest = 512
const known = new Map<string, Visitor>()

/**
 * `visitorOf`, remembered: a few hundred user agents make nearly all visits, and to hold one against the marks of all
 * crawlers costs as much as to find the link.
 */
export function knownVisitor(userAgent = ''): Visitor {
  const before = known.get(userAgent)
  if (before) return before
  const visitor = visitorOf(userAgent)
  if (known.size >= most) known.clear()
  if (userAgent.length <= longest) known.set(userAgent, visitor)
  return visitor
}
