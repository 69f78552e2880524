import { visitorOf } from '../../contract/redirect/visitor.ts'
import type { Visitor } from '../../contract/redirect/visitor.ts'
import type { VisitPlatform } from '../../contract/visits.ts'

// Bounded, since anyone can send anything.
const most = 1_000
const longest = 512
const known = new Map<string, KnownVisitor>()

export interface KnownVisitor extends Visitor {
  /** The platform that a visit is counted under. */
  system: VisitPlatform
}

/**
 * `visitorOf`, remembered: a few hundred user agents make nearly all visits, and to hold one against the marks of all
 * crawlers costs as much as to find the link.
 */
export function knownVisitor(userAgent = ''): KnownVisitor {
  const before = known.get(userAgent)
  if (before) return before
  const visitor = visitorWithSystem(userAgent)
  if (known.size >= most) known.clear()
  if (userAgent.length <= longest) known.set(userAgent, visitor)
  return visitor
}

/** What is sent where desktops are sent may be a television or a program: it counts as a desktop when it says so. */
function visitorWithSystem(userAgent: string): KnownVisitor {
  const visitor = visitorOf(userAgent)
  const isDesktop = /Windows|Macintosh|X11|CrOS|Linux/i.test(userAgent.slice(0, 1_024))
  return { ...visitor, system: visitor.platform === 'desktop' && !isDesktop ? 'other' : visitor.platform }
}
