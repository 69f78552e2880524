import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import { allOrigins, defaultTerms, linkDomains, registeredApps, visitorPages } from './projectTerms.ts'
import type { ProjectTerms } from './projectTerms.ts'
import { StoreDamagedError } from '../storeErrors.ts'

/**
 * How a project's domains, apps and pages are stored. The first two are in the format from before domains had environments, for
 * processes of an earlier version that share the database; `link_origins` are separated by spaces. The others are JSON.
 * `link_domains` is `null` if the first two contain the same for both environments, the rest for the default.
 */
export type DomainTexts = Record<(typeof domainColumns)[number], string | null>
export const domainColumns = [
  'link_origin',
  'link_origins',
  'link_domains',
  'link_apps',
  'link_pages',
] as const

type Domains = Pick<ProjectTerms, 'domains' | 'apps' | 'pages'>

/** Returns the stored form of a project's domains, apps and pages. */
export function domainTexts({ domains, apps, pages }: Domains): DomainTexts {
  const origins = allOrigins({ domains })
  const link_origin = domains.production.default
  const isSame = isDeepStrictEqual(domains, sameInBoth(link_origin, origins))
  return {
    link_origin,
    link_origins: origins.length === 0 ? null : origins.join(' '),
    link_domains: isSame ? null : JSON.stringify(domains),
    link_apps: isDeepStrictEqual(apps, defaultTerms.apps) ? null : JSON.stringify(apps),
    link_pages: isDeepStrictEqual(pages, defaultTerms.pages) ? null : JSON.stringify(pages),
  }
}

function sameInBoth(origin: string | null, origins: readonly string[]): ProjectTerms['domains'] {
  const both = { default: origin, origins }
  return { production: both, development: both }
}

const domainsShape = z.object({ production: linkDomains, development: linkDomains })
const appsShape = z.object({ production: registeredApps.nullable(), development: registeredApps.nullable() })

/** Reads the stored form. Throws `StoreDamagedError` for a text that `domainTexts` can't have written. */
export function parseDomains(texts: DomainTexts): Domains {
  const { link_origin, link_origins, link_domains, link_apps, link_pages } = texts
  const parseEarlierFormat = () =>
    sameInBoth(link_origin, link_origins === null ? [] : link_origins.split(' '))
  return {
    domains: link_domains === null ? parseEarlierFormat() : parse(link_domains, domainsShape),
    apps: link_apps === null ? defaultTerms.apps : parse(link_apps, appsShape),
    pages: link_pages === null ? defaultTerms.pages : parse(link_pages, visitorPages),
  }
}

function parse<T>(text: string, shape: z.ZodType<T>): T {
  try {
    return shape.parse(JSON.parse(text))
  } catch (error) {
    throw new StoreDamagedError('The stored domains, apps or pages of a project cannot be read.', {
      cause: error,
    })
  }
}
