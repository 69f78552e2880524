import { isbot } from 'isbot'
import type { ProgramKind } from '../link/visits.ts'
import { crawlers } from './visitor.ts'

/**
 * Kinds of programs by their mark in the user agent; the first that matches decides. Whether an agent is a program is
 * decided by `isbot`, so a mark that also occurs in a browser does no harm.
 */
const kinds: readonly (readonly [kind: ProgramKind, mark: RegExp])[] = [
  [
    'ai',
    /GPTBot|ChatGPT|OAI-|OpenAI|Claude|anthropic|Perplexity|CCBot|Bytespider|Amazonbot|cohere|DuckAssist|Mistral|YouBot|Diffbot|AI2Bot|Gemini-|GoogleOther|Google-(?:Extended|NotebookLM|Agent)|Applebot-Extended|Grok|xAI|Timpibot|ImagesiftBot|PanguBot|iaskspider|FirecrawlAgent|Devin/i,
  ],
  [
    'search',
    /Googlebot|Google-InspectionTool|Storebot-Google|AdsBot|Mediapartners|APIs-Google|bingbot|msnbot|adidxbot|Applebot|Yandex|Baiduspider|DuckDuckBot|DuckDuckGo|Slurp|Sogou|360Spider|YisouSpider|SeznamBot|PetalBot|AspiegelBot|Qwant|Naver|Yeti\/|coc_?coc|Mojeek|Exabot|Daum|ia_archiver|archive\.org_bot|Bravebot|MarginaliaSearch/i,
  ],
  [
    'monitor',
    /Uptime|Pingdom|StatusCake|Site24x7|Datadog|New ?Relic|GoogleStackdriver|Checkly|Monitor|Nagios|check_http|Zabbix|Lighthouse|GTmetrix|PageSpeed|Hetrix|Blackbox|Prometheus|Catchpoint|Dynatrace|freshping|Cronitor|Pulsetic|updown\.io|HealthCheck|kube-probe|GoogleHC|ELB-/i,
  ],
  [
    'script',
    /curl|wget|python|aiohttp|httpx|Go-http|okhttp|\bjava\b|HttpClient|http-client|axios|node|undici|\bgot\b|ruby|Faraday|libwww|\bperl\b|\bphp|Guzzle|Postman|insomnia|HTTPie|\bdart\b|reqwest|hyper|Headless|Phantom|Selenium|Playwright|Puppeteer|Cypress|Scrapy|Colly|PowerShell|WinHttp|HttpUrlConnection|RestSharp|^rest|aria2|libcurl|k6\/|JMeter|Bun\/|Deno\/|Dalvik|CFNetwork/i,
  ],
]

/** Programs that `isbot` misses, among them what apps use to fetch a page without showing it. */
const missedPrograms = /^Dart\/|^Dalvik\/|CFNetwork\/|WindowsPowerShell|GTmetrix/i

/** Returns the kind of a program by its user agent, or `null` for a browser. Without an agent, it isn't a browser. */
export function findProgram(userAgent: string | undefined): ProgramKind | null {
  // As for crawlers, the mark is near the start.
  const agent = (userAgent ?? '').slice(0, 1_024)
  if (crawlers.some(([mark]) => mark.test(agent))) return 'preview'
  if (agent.trim() === '') return 'other'
  if (!isbot(agent) && !missedPrograms.test(agent)) return null
  return kinds.find(([, mark]) => mark.test(agent))?.[0] ?? 'other'
}
