import { entry, type ProblemText } from './entry.ts'

/** Problems with the connection to a service. */
export const networkProblems = {
  url_invalid: entry(
    'This isn’t a web address',
    'It should look like https://links.example.com.',
    'Check it for typos.',
  ),
  url_scheme: entry(
    'The address doesn’t start with https://',
    'The part before the host is mistyped, or it’s another kind of address.',
    'Change the start to https://.',
  ),
  url_insecure: entry(
    'The address isn’t encrypted',
    'Anyone on the network could read the project key.',
    'Use https://. Plain http:// is allowed only for this computer.',
  ),
  dns_failed: entry(
    'There is no service with this name',
    'The host name wasn’t found, or this computer is offline.',
    'Check the spelling and your network connection.',
  ),
  connection_refused: entry(
    'The service refused the connection',
    'Its server was reached, but nothing is running on this port.',
    'Check that the service is running, and the port in its profile.',
  ),
  connection_lost: entry(
    'The connection was lost',
    'It was closed before the response was complete.',
    'Check your network connection and try again.',
  ),
  timed_out: entry(
    'The service didn’t respond in time',
    'It may be busy, or something on the network is blocking the connection.',
    'Try again in a moment.',
  ),
  cancelled: entry(
    'You cancelled the request',
    'The service hadn’t responded yet.',
    'Try again when the service is reachable.',
  ),
  network_down: entry(
    'The service can’t be reached from this network',
    'This computer is offline, or its network has no route to the service.',
    'Check your network connection. At work, you may need a VPN.',
  ),
  local_network_blocked: entry(
    'The service can’t be reached from this Mac',
    'Your Mac may not let Linkwright use the local network, or there is no route to the service.',
    'For a service in your local network, turn on Linkwright under System Settings → Privacy & Security → Local Network. Otherwise, check your network connection or VPN.',
  ),
  service_not_allowed: entry(
    'Your organization doesn’t allow this service',
    'A policy on this computer lists the services that Linkwright may use. Nothing was sent.',
    'Choose another profile, or ask your administrator to allow its address.',
  ),
  proxy_failed: entry(
    'The proxy didn’t let the request through',
    'Requests go through a proxy, which rejected this one or didn’t respond.',
    'Check the proxy under Settings, Network, or ask whoever runs the network.',
  ),
  proxy_auth: entry(
    'The proxy requires a user name and password',
    'Requests go through a proxy that needs you to sign in.',
    'Set HTTPS_PROXY with user name and password in the app’s environment, or ask whoever runs the network.',
  ),
  proxy_scheme: entry(
    'The proxy requires a Windows sign-in',
    'It accepts only NTLM, Negotiate or Kerberos, which Linkwright can’t use.',
    'Ask whoever runs the network to let Linkwright reach the service without signing in, or to name another proxy.',
  ),
  proxy_unsupported: entry(
    'Linkwright doesn’t support this kind of proxy',
    'Requests would have to go through a proxy that is neither HTTP nor SOCKS, or whose address can’t be read.',
    'Choose another proxy under Settings, Network, or ask whoever runs the network.',
  ),
  tls_expired: entry(
    'The service’s certificate has expired',
    'It wasn’t renewed, or this computer’s clock is wrong.',
    'Check the clock. If it’s right, ask whoever runs the service to renew the certificate.',
  ),
  tls_not_yet_valid: entry(
    'The service’s certificate isn’t valid yet',
    'It becomes valid later, or this computer’s clock is slow.',
    'Check the clock. If it’s right, ask whoever runs the service.',
  ),
  tls_wrong_name: entry(
    'The certificate is for another host',
    'The server that responded isn’t the one you entered.',
    'Check the address for typos. On a public network, sign in first.',
  ),
  tls_unknown_authority: entry(
    'This computer doesn’t trust the service’s certificate',
    'It was issued by a private authority, or something on the network is intercepting the connection.',
    'At work, add your company’s certificate authority under Settings, Network. Otherwise, don’t enter the key.',
  ),
  tls_not_spoken: entry(
    'This address doesn’t use HTTPS',
    'A server responds on this port, but without encryption (TLS).',
    'Check the port. HTTPS usually uses 443.',
  ),
  tls_failed: entry(
    'The connection isn’t secure',
    'The service’s certificate couldn’t be verified.',
    'Ask whoever runs the service, and don’t enter the key until it’s fixed.',
  ),
  network_failed: entry(
    'The service couldn’t be reached',
    'The network reported an error.',
    'Check your network connection and try again.',
  ),
  clock_wrong: entry(
    'The clocks don’t match',
    'This computer’s clock and the service’s are minutes apart. Everything else works.',
    'Let the system set its clock automatically.',
  ),
} as const satisfies Record<string, ProblemText>
