import { isIP } from 'node:net'
import { appLinksHeader } from '../../../contract/service/appLinks/serviceHeader.ts'
import { appPlatforms, type AppPlatform } from '../../../contract/service/appLinks/matching/evaluate.ts'
import { webHost } from '../../../contract/service/link/target.ts'
import { associationPaths } from '../../linkHost/associationRoutes.ts'
import { LinkHosts } from '../../links/linkHosts.ts'
import type { HostFile } from '../../links/associationFile.ts'
import { originErrors, readLinkOrigin, readLinkOriginSetting } from '../../settings/settings.ts'
import { quoteWrongValue } from '../../settings/variables.ts'
import { UsageError, type CommandRow, type Context, type ParsedArguments } from '../command.ts'
import { fail, ok, reportResults, warn, type CheckResult } from '../doctor/checkResult.ts'
import { commandPrefix } from '../help.ts'
import { checkDns, createResolver } from './dns.ts'
import { askAs, type Answer } from './request.ts'
import { valueOption } from '../options.ts'

export const hostCommands: CommandRow[] = [
  {
    name: 'host check',
    operands: ['DOMAIN'],
    summary: 'Checks a domain for links before its DNS is switched to the service.',
    details: [
      'Says where DNS leads now and must lead, for how long answers are kept (TTL), and whether the server already answers for',
      'DOMAIN: with a certificate for it, and with the files that let phones open apps. It connects to the server directly,',
      'whatever DNS says, and changes nothing. "state" is "ok", "warn" or "fail"; "do" says what to do. Exit status 1 if a check',
      'fails.',
    ],
    options: [
      valueOption(
        'at',
        'ORIGIN',
        'where the server is reached, such as https://203.0.113.5; default: LINK_ORIGIN.',
      ),
      valueOption(
        'dns',
        'SERVER',
        'asks this DNS server, such as 1.1.1.1, instead of those of this computer.',
      ),
    ],
    run: async (context, parsedArguments) =>
      reportResults(context, await checkHost(context, parsedArguments)),
  },
]

async function checkHost(context: Context, { operands, options }: ParsedArguments): Promise<CheckResult[]> {
  const domain = parseDomain(operands[0] ?? '')
  const origin = findOrigin(context, options)
  const resolver = createResolver(options['dns'])
  const { terms, ownPaths } = await context.openStore()
  const hosts = new LinkHosts(terms, () => readLinkOriginSetting(context.variables) ?? '', ownPaths)
  await hosts.refreshIfStale()
  const isKnown = hosts.has(domain)
  const [dns, answers] = await Promise.all([
    checkDns(resolver, domain, origin),
    checkAnswers(domain, origin, (platform) => hosts.associationFile(domain, platform)),
  ])
  return [
    isKnown ? ok('domains', `${domain} is a link domain of this service.`) : unknown(domain),
    ...dns,
    ...answers,
  ]
}

function unknown(domain: string): CheckResult {
  const advice = `Add it to its project: "${commandPrefix} project link-origin PROJECT https://${domain}".`
  return fail('domains', `No project has the link domain ${domain}.`, advice)
}

function parseDomain(text: string): string {
  const host = webHost(`https://${text}`)
  if (host !== null && host !== '' && !/[/@:?#]/.test(text) && isIP(host) === 0) return host
  throw new UsageError(`DOMAIN must be a host name such as go.example.com${quoteWrongValue(text)}.`)
}

function findOrigin({ variables }: Context, { at }: ParsedArguments['options']): URL {
  if (typeof at !== 'string') {
    const origin = readLinkOriginSetting(variables)
    if (origin === null)
      throw new UsageError('LINK_ORIGIN is not set. Say with --at where the server is reached.')
    return new URL(origin)
  }
  const { origin, error } = readLinkOrigin(at)
  if (origin === null) throw new UsageError(`--at ${originErrors[error]}${quoteWrongValue(at)}.`)
  return new URL(origin)
}

const phones: Record<AppPlatform, string> = { ios: 'iPhones', android: 'Android phones' }

/** Checks the certificate and the association files, which only our service answers in this way. */
async function checkAnswers(
  domain: string,
  origin: URL,
  fileOf: (platform: AppPlatform) => Promise<HostFile>,
): Promise<CheckResult[]> {
  const results: CheckResult[] = []
  for (const platform of appPlatforms) {
    const answer = await askAs(domain, origin, associationPaths[platform])
    if (typeof answer === 'string') {
      const message = `The server at ${origin.host} could not be asked (${answer}).`
      return [fail('answers', message, 'Start it, or say with --at where it is reached.')]
    }
    if (results.length === 0) results.push(...checkCertificate(domain, answer))
    results.push(...checkFile(domain, platform, answer, await fileOf(platform)))
  }
  return results
}

function checkCertificate(domain: string, { certificate }: Answer): CheckResult[] {
  if (certificate === null) return []
  const { problem, validUntil } = certificate
  if (problem === null)
    return [ok('certificate', `The server has a certificate for ${domain}, valid until ${validUntil}.`)]
  const advice = `Get one before the switch, by a DNS challenge, or as soon as DNS leads here. Until then, browsers refuse ${domain}.`
  return [fail('certificate', `The server has no valid certificate for ${domain} (${problem}).`, advice)]
}

function checkFile(
  domain: string,
  platform: AppPlatform,
  answer: Answer,
  { file, reason }: HostFile,
): CheckResult[] {
  const isOurs = file
    ? answer.status === 200 && answer.body === file.text
    : answer.headers[appLinksHeader] === reason
  if (!isOurs) {
    const message = `${associationPaths[platform]} of ${domain} is answered with ${answer.status}, but not as this service would.`
    const advice = `Let the proxy pass all paths of ${domain}, with this host, to the service that uses this database.`
    return [fail('answers', message, advice)]
  }
  if (file)
    return [ok('answers', `The server gives ${phones[platform]} the file that opens the app for ${domain}.`)]
  // That it isn't known is said already.
  if (reason === 'unknown-host') return []
  const message = `The server answers for ${domain}; on ${phones[platform]}, its links stay in the browser`
  return reason === 'no-app'
    ? [ok('answers', `${message}.`)]
    : [
        warn(
          'answers',
          `${message}, because projects with different apps share it.`,
          `Run "${commandPrefix} doctor".`,
        ),
      ]
}
