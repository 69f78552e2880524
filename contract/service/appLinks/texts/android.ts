import { notChecked, wouldNotOpen, type FindingText } from './text.ts'

/** Findings about the contents of an `assetlinks.json` file. */
export const androidFindings = {
  android_not_list: wouldNotOpen(
    'The file isn’t a list',
    'Google’s file is a list of statements: [ … ].',
    'Put the statement in square brackets.',
  ),
  android_empty_list: wouldNotOpen(
    'The file is an empty list',
    'It doesn’t mention any app.',
    'Add a statement for your app. The Play Console shows it under App signing.',
  ),
  android_statement_not_object: wouldNotOpen(
    'A statement isn’t an object',
    'Each statement is an object with “relation” and “target”.',
    'Write { "relation": [ … ], "target": { … } }.',
  ),
  android_relation_not_list: wouldNotOpen(
    'A statement has no list of relations',
    '“relation” is missing or isn’t a list.',
    'Write "relation": ["delegate_permission/common.handle_all_urls"].',
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
  android_no_target: wouldNotOpen(
    'A statement has no target',
    '“target” is missing or isn’t an object, so the statement is about no app.',
    'Add “target” with the app’s package name and fingerprint.',
  ),
  android_web_only: wouldNotOpen(
    'The statement is about a website instead of an app',
    'Its target has the namespace “web”.',
    'Add a statement with "namespace": "android_app".',
  ),
  android_namespace: wouldNotOpen(
    'The statement’s namespace isn’t “android_app”',
    'Android reads only statements about Android apps.',
    'Write "namespace": "android_app".',
  ),
  android_no_package: wouldNotOpen(
    'The statement names no app',
    '“package_name” is missing or empty.',
    'Add the application ID, such as "package_name": "com.example.app".',
  ),
  android_package_invalid: wouldNotOpen(
    'The package name isn’t valid',
    'An application ID has at least two parts with dots between them, each starting with a letter.',
    'Copy “applicationId” from the app’s build.gradle.',
  ),
  android_fingerprints_not_list: wouldNotOpen(
    'The fingerprints aren’t a list',
    '“sha256_cert_fingerprints” is missing or isn’t a list.',
    'Write "sha256_cert_fingerprints": ["AA:BB:…"].',
  ),
  android_no_fingerprints: wouldNotOpen(
    'The statement has no fingerprint',
    'Android compares the app’s signing certificate with the list, which is empty.',
    'Add the SHA-256 fingerprint from the Play Console, under App signing.',
  ),
  android_fingerprint_sha1: wouldNotOpen(
    'The fingerprint is a SHA-1',
    'Android needs the SHA-256 of the signing certificate. It has 32 pairs of digits; SHA-1 has 20.',
    'Copy the line SHA-256 instead of SHA-1.',
  ),
  android_fingerprint_md5: wouldNotOpen(
    'The fingerprint is an MD5',
    'Android needs the SHA-256 of the signing certificate. It has 32 pairs of digits; MD5 has 16.',
    'Copy the line SHA-256 instead of MD5.',
  ),
  android_fingerprint_no_colons: wouldNotOpen(
    'The fingerprint has no colons',
    'Its pairs of digits have to be separated by colons.',
    'Write it as AA:BB:CC:… with 32 pairs.',
  ),
  android_fingerprint_lower_case: wouldNotOpen(
    'The fingerprint is in lower case',
    'Its letters have to be capitals, as the Play Console and keytool show them.',
    'Write it in capital letters.',
  ),
  android_fingerprint_invalid: wouldNotOpen(
    'The fingerprint isn’t valid',
    'A SHA-256 fingerprint has 32 pairs of the digits 0–9 and A–F, with colons between them.',
    'Copy the whole fingerprint from the Play Console, under App signing.',
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
  android_opens_none: wouldNotOpen(
    'No rule of the file opens an app',
    'Each of its rules for Android 15 and later has “exclude”. Older versions ignore rules.',
    'Add a rule without “exclude”, such as { "/": "/shop/*" }.',
  ),
} as const satisfies Record<string, FindingText>
