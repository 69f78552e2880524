import { notChecked, warning, wouldNotOpen, type FindingText } from './text.ts'

/** Findings about what a domain's association files contain. */
export const contentFindings = {
  empty: wouldNotOpen(
    'The file is empty',
    'The server returned status 200, but no content.',
    'Publish the file’s content, and check that the deployment was complete.',
  ),
  html: wouldNotOpen(
    'The address shows a web page instead of the file',
    'Many web apps serve their start page at every unknown address.',
    'Serve the file before the web server’s rule for the start page applies.',
  ),
  byte_order_mark: wouldNotOpen(
    'The file starts with a byte order mark',
    'An editor saved it as “UTF-8 with BOM”. JSON doesn’t allow these invisible characters.',
    'Save the file as UTF-8 without BOM.',
  ),
  not_json: wouldNotOpen(
    'The file isn’t valid JSON',
    'Because of one error, phones can’t read any of it.',
    'Fix the error at this position.',
  ),
  too_complex: notChecked(
    'The file is too complex to check',
    'It has thousands of values, or lists inside lists many levels deep.',
    'Use fewer, broader patterns.',
  ),
  apple_too_large: wouldNotOpen(
    'The file is larger than 128 KB',
    'Apple doesn’t read larger files.',
    'Replace lists of paths with patterns such as /shop/*.',
  ),
  apple_shape: wouldNotOpen(
    'The file doesn’t have the form that Apple reads',
    'Something at this position is missing or of another type. Members with other names, such as “webcredentials”, don’t affect links.',
    'Compare with { "applinks": { "details": [{ "appIDs": ["TEAMID1234.com.example.app"], "components": [{ "/": "/shop/*" }] }] } }.',
  ),
  apple_app_id: wouldNotOpen(
    'An app ID isn’t valid',
    'It has to be the team ID, which has 10 capital letters and digits, a dot, and the whole bundle ID, without wildcards.',
    'Write it as TEAMID1234.com.example.app. The team ID is in your Apple developer account under Membership.',
  ),
  apple_excluded: wouldNotOpen(
    'The file excludes this link',
    'The first pattern that matches the link has “exclude”. Later patterns aren’t used.',
    'Move a pattern that opens the app before it, or use a path that isn’t excluded.',
  ),
  apple_not_listed: wouldNotOpen(
    'The file doesn’t list this link',
    'No pattern of the file matches it.',
    'Add a component for this path. Patterns are case-sensitive unless “caseSensitive” is false.',
  ),
  opens_none: wouldNotOpen(
    'No pattern of the file opens an app',
    'Its patterns are missing, or each has “exclude”. Android before version 15 ignores patterns.',
    'Add one without “exclude”, such as { "/": "/shop/*" }.',
  ),
  apple_undecided: notChecked(
    'A pattern of the file can’t be checked here',
    'It has a variable that depends on the phone or isn’t defined, such as $(lang), or there are too many patterns.',
    'Try the link on an iPhone.',
  ),
  android_type: wouldNotOpen(
    'The file’s content type isn’t application/json',
    'Android accepts the file only as application/json.',
    'Configure the server to send “Content-Type: application/json” for it.',
  ),
  android_too_large: notChecked(
    'The file is larger than 128 KB',
    'Linkwright doesn’t read larger files.',
    'Remove what isn’t needed, such as statements about other relations.',
  ),
  android_shape: wouldNotOpen(
    'The file doesn’t have the form that Android reads',
    'Something at this position is missing or of another type.',
    'Compare with [{ "relation": ["delegate_permission/common.handle_all_urls"], "target": { "namespace": "android_app", "package_name": "com.example.app", "sha256_cert_fingerprints": ["AA:BB:…"] } }].',
  ),
  android_no_handle_all_urls: wouldNotOpen(
    'No statement lets an app open links',
    'The relation “delegate_permission/common.handle_all_urls” is missing. Other relations, such as those for logins, don’t affect links.',
    'Add it to the app’s statement.',
  ),
  android_include: notChecked(
    'The file refers to another file',
    'Its statements are elsewhere, and Linkwright doesn’t fetch files from other addresses.',
    'Put the statement for your app into this file, or try the link on a phone.',
  ),
  android_package: wouldNotOpen(
    'The package name isn’t valid',
    'An application ID has at least two parts with dots between them, each starting with a letter.',
    'Copy “applicationId” from the app’s build.gradle.',
  ),
  android_fingerprint: wouldNotOpen(
    'The fingerprint isn’t valid',
    'A SHA-256 fingerprint has 32 pairs of the digits 0–9 and capitals A–F, with colons between them. SHA-1 has 20 pairs, MD5 has 16.',
    'Copy the whole line SHA-256 from the Play Console, under App signing.',
  ),
  android_excluded: wouldNotOpen(
    'The file excludes this link',
    'The first rule that matches has “exclude”. This applies to Android 15 and later; older versions ignore rules.',
    'Move a rule that opens the app before it, or use a path that isn’t excluded.',
  ),
  android_not_listed: wouldNotOpen(
    'The file doesn’t list this link',
    'It has rules for Android 15 and later, and none matches the link. Older versions ignore rules.',
    'Add a rule for this path, or { "/": "*" } at the end for all others.',
  ),
  // Warnings, which don't prevent phones from opening the app.
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
