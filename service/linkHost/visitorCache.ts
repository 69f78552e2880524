import { parseUserAgent } from '../../contract/redirect/visitor.ts'
import type { Visitor } from '../../contract/redirect/visitor.ts'
import type { VisitPlatform } from '../../contract/visits.ts'

// Bounded, since anyone can send anything.
const maxVisitors = 1_000
const maxUserAgentLength = 512
const visitors = new Map<string, CachedVisitor>()

export interface CachedVisitor extends Visitor {
  /** The platform that a visit is counted under. */
  system: VisitPlatform
}

/**
 * `visitorOf`, remembered: a few hundred user agents make nearly all visits, and to hold one against the marks of all
 * crawlers costs as much as to find the link.
 */
export function readVisitor(userAgent = ''): CachedVisitor {
  const before = visitors.get(userAgent)
  if (before) return before
  const visitor = visitorWithSystem(userAgent)
  if (visitors.size >= maxVisitors) visitors.clear()
  if (userAgent.length <= maxUserAgentLength) visitors.set(userAgent, visitor)
  return visitor
}

/** What is sent where desktops are sent may be a television or a program: it counts as a desktop when it says so. */
function visitorWithSystem(userAgent: string): CachedVisitor {
  const visitor = parseUserAgent(userAgent)
  const isDesktop = /Windows|Macintosh|X11|CrOS|Linux/i.test(userAgent.slice(0, 1_024))
  return { ...visitor, system: visitor.platform === 'desktop' && !isDesktop ? 'other' : visitor.platform }
}
