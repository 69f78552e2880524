import * as fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { GenerateRequest } from '../../../contract/service/link/generate.ts'
import { byName, trackingNames } from '../../../contract/service/link/fields.ts'
import { decideOutcome } from '../../../contract/service/redirect/engine.ts'
import type { RedirectRules } from '../../../contract/service/redirect/engine.ts'
import { crawlers, parseUserAgent } from '../../../contract/service/redirect/visitor.ts'
import { startTestService } from '../testService.ts'
import type { TestService } from '../testService.ts'
import { acceptedBody, withoutPath } from './values.ts'
import { effort } from '../../effort.ts'
import { setLinkActive } from '../setLinkActive.ts'

const agent = fc.oneof(
  fc.constantFrom(
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 Chrome/130.0.0.0 Mobile Safari/537.36',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/130.0.0.0 Safari/537.36',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) [FBAN/FBIOS;FBAV/480.0]',
    'Mozilla/5.0 (iPad; CPU OS 18_0 like Mac OS X)',
    'Mozilla/5.0 (Windows Phone 10.0; Android 6.0.1) like iPhone',
    'facebookexternalhit/1.1',
    'WhatsApp/2.23',
    'Twitterbot/1.0',
    'curl/8.0',
    '',
  ),
  fc.string({ unit: 'grapheme-ascii', maxLength: 60 }),
  fc.constantFrom(...crawlers).map(([pattern]) => pattern.source.replace(/[^A-Za-z/. -].*$/s, '')),
)

describe('the simulator and the link host', () => {
  let service: TestService
  beforeAll(async () => void (service = await startTestService()))
  afterAll(() => service.stop())

  it('the simulator and the link host agree for generated links and user agents', async () => {
    await fc.assert(
      fc.asyncProperty(
        acceptedBody.map(withoutPath),
        fc.array(agent, { minLength: 1, maxLength: 4 }),
        fc.boolean(),
        async (body, agents, active) => {
          const path = await service.create(body)
          if (!active) await setLinkActive(service.store, path, false)
          const rules = rulesOf(body, active)
          for (const userAgent of agents) {
            const response = await service.visit(path, userAgent)
            const trimmed = userAgent.trim()
            const outcome = decideOutcome(rules, {
              visitor: parseUserAgent(trimmed),
              appInstalled: false,
              defaults: 'ours',
            })
            expect(response.status).toBe(outcome.status)
            expect(response.headers.get('location')).toBe(outcome.kind === 'redirect' ? outcome.target : null)
            const page = await response.text()
            expect(page.includes('<a ')).toBe(outcome.kind === 'preview')
            expect(page).not.toContain('<script')
          }
        },
      ),
      { numRuns: effort(300) },
    )
  })
})

/** The rules that the app's simulator derives from the request. */
function rulesOf(body: GenerateRequest, active: boolean): RedirectRules {
  const app = (redirect: GenerateRequest['ios_custom_redirect']) =>
    redirect ? { url: redirect.url, openApp: redirect.open_app_if_installed ?? true } : null
  return {
    active,
    ios: app(body.ios_custom_redirect),
    android: app(body.android_custom_redirect),
    desktop: body.desktop_custom_redirect ?? null,
    previewIos: body.show_preview_ios ?? null,
    previewAndroid: body.show_preview_android ?? null,
    tracking: byName(trackingNames, (name) => body[`tracking_${name}`] ?? null),
  }
}
