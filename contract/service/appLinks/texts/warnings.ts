import { warning, type FindingText } from './text.ts'

/** Warnings, which don't prevent phones from opening the app. */
export const warningFindings = {
  apple_cache: warning(
    'Changes reach iPhones up to a day later',
    'They get the file from Apple’s servers, which keep it for up to 24 hours, when the app is installed or updated.',
    'After a change, wait a day or install the app again before you test.',
  ),
  apple_type: warning(
    'The file’s content type isn’t application/json',
    'Apple asks for application/json. Its servers currently accept other types, too, but don’t guarantee it.',
    'Configure the server to send “Content-Type: application/json” for it.',
  ),
  apple_paths_ignored: warning(
    'The file has “components” and “paths”',
    'Since iOS 13, phones use “components” and ignore “paths”.',
    'Remove “paths”, unless the app still supports iOS 12.',
  ),
  apple_component_matches_all: warning(
    'A component has no pattern and matches every link',
    'It has none of “/”, “?” and “#”.',
    'Add the path: { "/": "/shop/*" }.',
  ),
  apple_path_without_slash: warning(
    'A path pattern never matches',
    'Paths start with a slash, but this pattern starts with another character.',
    'Add a slash at the start.',
  ),
  android_play_signing: warning(
    'The fingerprint has to be that of the installed app',
    'With Play App Signing, Google signs the app again, so the fingerprint on your computer is a different one.',
    'Compare with the Play Console, under App signing.',
  ),
  android_rules_ignored: warning(
    'Android ignores the rules of a statement',
    'A rule in “dynamic_app_link_components” is malformed or empty, so the app’s manifest alone decides.',
    'Each rule is an object with “/”, “#” or “?”, the last with one pattern per parameter.',
  ),
  own_authorities: warning(
    'Linkwright trusts certificate authorities that phones may not',
    'You or your organization added authorities under Settings, Network. This check accepts their certificates, too.',
    'Make sure that the domain’s certificate is from a public authority.',
  ),
  port: warning(
    'The link has a port',
    'Android, and apps whose domain is claimed without a port, look for the file at the standard port 443.',
    'Serve the file at port 443 as well.',
  ),
} as const satisfies Record<string, FindingText>
