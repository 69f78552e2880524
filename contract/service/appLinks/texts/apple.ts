import { notChecked, wouldNotOpen, type FindingText } from './text.ts'

/** Findings about the contents of an `apple-app-site-association` file. */
export const appleFindings = {
  apple_not_object: wouldNotOpen(
    'The file isn’t a JSON object',
    'Apple’s file is an object that starts with { "applinks": … }.',
    'Put its content in an object with the member “applinks”.',
  ),
  apple_no_applinks: wouldNotOpen(
    'The file has no “applinks”',
    'Only this member makes links open the app. Others, such as “webcredentials”, don’t affect links.',
    'Add “applinks” with the app and its patterns. Check its spelling.',
  ),
  apple_applinks_not_object: wouldNotOpen(
    '“applinks” isn’t an object',
    'It has to be an object with the member “details”.',
    'Write "applinks": { "details": [ … ] }.',
  ),
  apple_no_details: wouldNotOpen(
    '“applinks” has no “details”',
    'The apps and their links are listed in “details”.',
    'Add "details": [ … ] to “applinks”.',
  ),
  apple_details_not_list: wouldNotOpen(
    '“details” isn’t a list',
    'It has to be a list with one entry for each app. An older form was an object.',
    'Put the entries in square brackets, each with its “appIDs”.',
  ),
  apple_details_empty: wouldNotOpen(
    '“details” is empty',
    'The file lists no app.',
    'Add an entry with “appIDs” and “components”.',
  ),
  apple_entry_not_object: wouldNotOpen(
    'An entry of “details” isn’t an object',
    'Each entry has to be an object with “appIDs” and “components”.',
    'Write { "appIDs": [ … ], "components": [ … ] }.',
  ),
  apple_no_app_ids: wouldNotOpen(
    'An entry names no app',
    'It has neither “appIDs” nor “appID”.',
    'Add "appIDs": ["TEAMID1234.com.example.app"].',
  ),
  apple_app_id_not_text: wouldNotOpen(
    'An app ID isn’t text',
    'Each app ID is a string: the team ID, a dot, and the bundle ID.',
    'Write it as "TEAMID1234.com.example.app".',
  ),
  apple_app_id_no_dot: wouldNotOpen(
    'An app ID has no dot',
    'It has to be the team ID, a dot, and the bundle ID.',
    'Write it as TEAMID1234.com.example.app.',
  ),
  apple_app_id_no_team: wouldNotOpen(
    'An app ID doesn’t start with a team ID',
    'Before the first dot there have to be 10 capital letters and digits. The bundle ID alone isn’t enough.',
    'Put the team ID in front. It is in your Apple developer account under Membership.',
  ),
  apple_app_id_lower_case: wouldNotOpen(
    'The team ID is in lower case',
    'Team IDs have capital letters, and Apple compares them exactly.',
    'Write the part before the first dot in capital letters.',
  ),
  apple_app_id_wildcard: wouldNotOpen(
    'An app ID contains a wildcard',
    'Wildcards such as TEAMID1234.* aren’t allowed here.',
    'List each app with its whole bundle ID.',
  ),
  apple_app_id_bundle: wouldNotOpen(
    'A bundle ID contains a character that isn’t allowed',
    'Bundle IDs have only letters, digits, dots and hyphens.',
    'Copy the bundle ID from Xcode.',
  ),
  apple_no_components: wouldNotOpen(
    'An entry has no patterns',
    'It has neither “components” nor “paths”, so it matches no link.',
    'Add "components": [{ "/": "*" }] for all links of the domain.',
  ),
  apple_components_not_list: wouldNotOpen(
    '“components” isn’t a list',
    'It has to be a list of patterns.',
    'Put the patterns in square brackets: [{ "/": "/shop/*" }].',
  ),
  apple_component_not_object: wouldNotOpen(
    'A component isn’t an object',
    'Strings such as "/shop/*" belong in the older “paths”.',
    'Write { "/": "/shop/*" }.',
  ),
  apple_pattern_not_text: wouldNotOpen(
    'A pattern isn’t text',
    'The patterns for “/” and “#”, and those in “paths”, are strings.',
    'Put the pattern in quotes.',
  ),
  apple_query_pattern: wouldNotOpen(
    'The pattern for “?” is neither a string nor an object of strings',
    'It is one pattern for the whole query, or one for each parameter.',
    'Write { "?": { "name": "value*" } }.',
  ),
  apple_flag_not_boolean: wouldNotOpen(
    'A setting isn’t true or false',
    '“exclude”, “caseSensitive” and “percentEncoded” are true or false, without quotes.',
    'Write for example "exclude": true.',
  ),
  apple_paths_not_list: wouldNotOpen(
    '“paths” isn’t a list',
    'It has to be a list of strings.',
    'Write "paths": ["/shop/*"] or, better, use “components”.',
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
  apple_opens_none: wouldNotOpen(
    'No pattern of the file opens an app',
    'Its patterns are missing, or each has “exclude”.',
    'Add a component without “exclude”, such as { "/": "/shop/*" }.',
  ),
  apple_undecided: notChecked(
    'A pattern of the file can’t be checked here',
    'It has a variable that depends on the phone or isn’t defined, such as $(lang), or there are too many patterns.',
    'Try the link on an iPhone.',
  ),
} as const satisfies Record<string, FindingText>
