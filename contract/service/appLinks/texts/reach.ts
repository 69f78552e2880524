import { notChecked, wouldNotOpen, type FindingText } from './text.ts'

/** Findings about files that couldn't be fetched, or for which the server returned an error. */
export const reachFindings = {
  not_https: notChecked(
    'This link isn’t encrypted',
    'It starts with http://. Phones read the file only over https://, so there was nothing to check.',
    'Check the link with https://.',
  ),
  local_link: notChecked(
    'This link works only on this computer or network',
    'Phones and Apple’s servers can’t reach its domain, so it wasn’t checked.',
    'Check a link on the domain that you publish.',
  ),
  not_allowed: notChecked(
    'Your organization doesn’t allow requests to this domain',
    'A policy on this computer lists the services that Linkwright may contact. Nothing was sent.',
    'Ask your administrator to allow the link’s domain.',
  ),
  dns_failed: notChecked(
    'The domain wasn’t found',
    'No server has this name, or this computer is offline. Without a DNS entry, no phone opens the link.',
    'Check that this computer is online, then the domain’s spelling and its DNS entry.',
  ),
  connection_refused: wouldNotOpen(
    'The domain’s server refuses connections',
    'Its server was reached, but doesn’t accept https:// connections.',
    'Start the web server, or open its port 443.',
  ),
  proxy_failed: notChecked(
    'The proxy didn’t let the request through',
    'Requests go through a proxy, which rejected this one or didn’t respond.',
    'Check the proxy under Settings, Network.',
  ),
  network_failed: notChecked(
    'The file couldn’t be fetched',
    'This computer is offline, the connection was lost, or the domain’s server didn’t answer in time or as expected.',
    'Check your network connection, then check again. If it keeps happening, look at the web server’s log.',
  ),
  tls_expired: wouldNotOpen(
    'The domain’s certificate isn’t valid today',
    'It has expired or isn’t valid yet, so phones don’t read the file from this server.',
    'Renew the certificate. If it is valid, check this computer’s clock.',
  ),
  tls_wrong_name: wouldNotOpen(
    'The certificate is for another domain',
    'The server’s certificate doesn’t list the link’s domain, so phones don’t trust it.',
    'Install a certificate that lists the link’s domain.',
  ),
  tls_unknown_authority: wouldNotOpen(
    'The domain’s certificate isn’t trusted',
    'It is self-signed, from a private authority, lacks its intermediate certificate, or this network intercepts the connection.',
    'Install a certificate of a public authority, with its whole chain.',
  ),
  tls_failed: wouldNotOpen(
    'No secure connection to the domain',
    'Its server doesn’t offer https://, couldn’t agree with Linkwright on a secure connection, or has a damaged certificate.',
    'Set up https:// on the web server, with TLS 1.2 or later.',
  ),
  redirected: wouldNotOpen(
    'The file’s address redirects',
    'Phones don’t follow redirects when they look for the file.',
    'Serve the file itself at this address, with status 200.',
  ),
  forbidden: wouldNotOpen(
    'The server denies access to the file',
    'It asks for a sign-in, or a firewall or a rule against hidden folders blocks paths that start with a dot.',
    'Make the path /.well-known/ public, also for programs that aren’t browsers.',
  ),
  service_no_app: wouldNotOpen(
    'No app is registered for the domain',
    'The link service serves this domain, but its project has no app for this platform.',
    'Ask the service’s operator to register it: linkwright app set PROJECT.',
  ),
  service_several_projects: wouldNotOpen(
    'Several projects with different apps share the domain',
    'A file would open links of one project in another project’s app, so the link service publishes none.',
    'Ask the service’s operator to give the project a domain of its own: linkwright project link-origin PROJECT.',
  ),
  service_unknown_host: wouldNotOpen(
    'The link service doesn’t know the domain',
    'The domain leads to the service, but belongs to none of its projects, or a proxy changed the Host header.',
    'Ask the service’s operator to add the domain: linkwright project link-origin PROJECT.',
  ),
  not_found: wouldNotOpen(
    'The domain has no file',
    'Without it, phones open every link of this domain in the browser.',
    'Publish the file on the link’s domain. On a service that you don’t run, ask its operator.',
  ),
  unexpected_status: wouldNotOpen(
    'The server returned an unexpected status',
    'Phones accept the file only with status 200. One from 500 on means that the server failed.',
    'Check again in a moment. If it keeps happening, look at the web server’s log.',
  ),
} as const satisfies Record<string, FindingText>
