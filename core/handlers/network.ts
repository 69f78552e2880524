import type { NetworkSettings } from '../../contract/app/calls/profiles/network.ts'
import { noProxyError } from '../../contract/app/profile/noProxy.ts'
import { isProxyUrl, proxyUrlRequired } from '../../contract/app/profile/proxy.ts'
import { fail, ok } from '../../contract/app/problems/result.ts'
import type { Handlers } from '../dispatch.ts'
import { extractCertificates, parseAuthorities } from '../policy/authorities.ts'
import { formatProxy } from '../network/proxy.ts'
import type { AppServices } from '../appServices.ts'

export function networkHandlers({ policy, settings, network, sender }: AppServices) {
  const activeProxy = async () => {
    const { current, profiles } = settings.get()
    const profile = profiles.find(({ id }) => id === current?.profileId)
    const proxy = profile ? await network.proxyFor(new URL(profile.baseUrl)) : null
    return proxy && formatProxy(proxy)
  }
  /** Whether the new values would change managed settings. */
  const isManaged = ({ proxy, proxyUrl, noProxy }: NetworkSettings) => {
    const { network: current } = settings.get()
    const changesProxy = proxy !== current.proxy || (proxy === 'manual' && proxyUrl !== current.proxyUrl)
    return (
      (policy.proxy !== null && changesProxy) ||
      (policy.proxyExceptions !== null && noProxy !== current.noProxy)
    )
  }
  return {
    'network.get': async () => {
      const { network: values, authorities } = settings.get()
      return ok({
        settings: values,
        authorities: authorities === null ? [] : (parseAuthorities(authorities) ?? []),
        pem: authorities === null ? null : extractCertificates(authorities),
        activeProxy: await activeProxy(),
        managed: policy.managed,
      })
    },
    'network.save': async (values) => {
      if (isManaged(values)) return fail({ code: 'managed' })
      const error = proxyUrlError(values)
      if (error) return fail({ code: 'invalid_input', fields: { proxyUrl: error } })
      const listError = values.proxy === 'manual' ? noProxyError(values.noProxy) : null
      if (listError !== null) return fail({ code: 'invalid_input', fields: { noProxy: listError } })
      await settings.change((old) => ({ ...old, network: values }))
      sender.renew()
      return ok(null)
    },
    'network.setAuthorities': async ({ pem }) => {
      if (policy.authorities !== null) return fail({ code: 'managed' })
      const authorities = pem === null ? [] : parseAuthorities(pem)
      if (!authorities) {
        return fail({
          code: 'invalid_input',
          fields: { pem: 'There is no certificate in this file.' },
        })
      }
      await settings.change((old) => ({
        ...old,
        authorities: pem === null ? null : extractCertificates(pem),
      }))
      sender.renew()
      return ok(authorities)
    },
  } satisfies Partial<Handlers>
}

/** Returns an error message for the proxy's address; `null` if it is valid or unused. */
function proxyUrlError({ proxy, proxyUrl }: NetworkSettings): string | null {
  if (proxy !== 'manual' && !proxyUrl) return null
  const url = URL.parse(proxyUrl ?? '')
  if (!isProxyUrl(url)) return proxyUrlRequired
  if (!url.username && !url.password) return null
  return 'Leave out user name and password: they would be saved unencrypted. Set HTTPS_PROXY in the environment instead.'
}
