import { findProgram } from '../../contract/service/redirect/programs.ts'
import { parseUserAgent, type Visitor } from '../../contract/service/redirect/visitor.ts'
import type { ProgramKind, VisitPlatform } from '../../contract/service/link/visits.ts'

// Bounded, because clients can send any text.
const maxVisitors = 1_000
const maxUserAgentLength = 512
const visitors = new Map<string, CachedVisitor>()

export interface CachedVisitor extends Visitor {
  /** The platform under which a visit is counted. */
  system: VisitPlatform
  /** The kind of program as which a visit is counted; `null` for a person. */
  program: ProgramKind | null
}

/**
 * Returns the visitor of a user agent from a cache: nearly all visits come from a few hundred user agents, and matching one against all
 * crawlers costs as much as finding the link.
 */
export function readVisitor(userAgent = ''): CachedVisitor {
  const cached = visitors.get(userAgent)
  if (cached) return cached
  const visitor = visitorWithSystem(userAgent)
  if (visitors.size >= maxVisitors) visitors.clear()
  if (userAgent.length <= maxUserAgentLength) visitors.set(userAgent, visitor)
  return visitor
}

/**
 * Visitors sent to the desktop target may be televisions or programs: only those that identify as desktops count as
 * desktops.
 */
function visitorWithSystem(userAgent: string): CachedVisitor {
  const visitor = parseUserAgent(userAgent)
  const isDesktop = /Windows|Macintosh|X11|CrOS|Linux/i.test(userAgent.slice(0, 1_024))
  const system = visitor.platform === 'desktop' && !isDesktop ? 'other' : visitor.platform
  return { ...visitor, system, program: findProgram(userAgent) }
}
