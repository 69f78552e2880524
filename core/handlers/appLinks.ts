import type { appLinkCalls } from '../../contract/calls/appLinks.ts'
import { fail, ok } from '../../contract/result.ts'
import type { AppLinkChecks } from '../appLinks/checks.ts'
import type { Handlers } from '../dispatch.ts'

const notALink = fail({ code: 'invalid_input', fields: { link: 'This isn’t a web address.' } })

export function appLinkHandlers(checks: AppLinkChecks): Pick<Handlers, keyof typeof appLinkCalls> {
  return {
    'appLinks.check': async ({ link }) => {
      const report = await checks.check(link)
      return report ? ok(report) : notALink
    },
    'appLinks.get': ({ link }) => Promise.resolve(ok(checks.get(link))),
  }
}
