import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems on the way to a service. */
export const networkProblems = {
  url_invalid: entry(
    'The address is not a web address',
    'It cannot be read as http:// or https:// with a host.',
    'Check the address for typing errors.',
  ),
  url_insecure: entry(
    'The address is not encrypted',
    'The project key would travel readable for everyone on the way.',
    'Use https://. Plain http:// is allowed only for this computer.',
  ),
  dns_failed: entry(
    'The name of the service was not found',
    'No address belongs to this host name, or the network is down.',
    'Check the spelling and the network connection.',
  ),
  connection_refused: entry(
    'Nothing answers at this address',
    'The computer was reached, but no program listens on this port.',
    'Check the port, and whether the service is running.',
  ),
  connection_lost: entry(
    'The connection was lost',
    'It was closed before the answer was complete.',
    'Check the network and try again.',
  ),
  timed_out: entry(
    'The service did not answer in time',
    'It may be busy, or something on the way drops the connection.',
    'Try again in a moment.',
  ),
  network_down: entry(
    'There is no way to the service',
    'This computer is offline, or its network does not lead there.',
    'Check the network connection. Inside a company, check whether a VPN is needed.',
  ),
  proxy_failed: entry(
    'The proxy did not let the request through',
    'Requests of this network go through a proxy, and it refused or did not answer.',
    'Check the proxy under Settings, Network, or ask whoever runs the network.',
  ),
  proxy_auth: entry(
    'The proxy asks for a name and a password',
    'Requests of this network go through a proxy that does not know you.',
    'Set HTTPS_PROXY with name and password in the environment of the app, or ask whoever runs the network.',
  ),
  tls_expired: entry(
    'The certificate of the service has expired',
    'It was valid for a time that is over, or the clock of this computer is wrong.',
    'Check the clock. If it is right, whoever runs the service must renew the certificate.',
  ),
  tls_not_yet_valid: entry(
    'The certificate of the service is not valid yet',
    'Its time has not begun, or the clock of this computer is behind.',
    'Check the clock. If it is right, ask whoever runs the service.',
  ),
  tls_wrong_name: entry(
    'The certificate belongs to another name',
    'The server that answered is not the one whose address was entered.',
    'Check the address for typing errors. On a public network, sign in first.',
  ),
  tls_unknown_authority: entry(
    'Nobody that this computer trusts vouches for the service',
    'Its certificate comes from a private authority, or from something that reads along on the way.',
    'Inside a company, add its certificate authority under Settings, Network. Elsewhere, do not enter the key.',
  ),
  tls_not_spoken: entry(
    'The service does not speak an encrypted language',
    'Something answers on this port, but not with TLS.',
    'Check the port. Encrypted services mostly use 443.',
  ),
  tls_failed: entry(
    'The connection is not safe',
    'The certificate of the service could not be verified.',
    'Ask whoever runs the service. Do not enter the key anywhere else.',
  ),
  network_failed: entry(
    'The service could not be reached',
    'The network reported an error.',
    'Check the network connection and try again.',
  ),
  clock_wrong: entry(
    'The clocks do not agree',
    'The clock of this computer and that of the service are minutes apart. Everything else works.',
    'Let the system set its clock from the network.',
  ),
} as const satisfies Record<string, ProblemText>
