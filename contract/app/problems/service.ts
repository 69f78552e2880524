import { entry, type ProblemText } from './entry.ts'

/** Problems with a service's response. */
export const serviceProblems = {
  redirected: entry(
    'This address redirects somewhere else',
    'Linkwright doesn’t follow redirects, so that the key is never sent to another address.',
    'Check the base URL with whoever runs the service.',
  ),
  captive_portal: entry(
    'You need to sign in to this network first',
    'It responds to every request with its own sign-in page.',
    'Open any web page in your browser, sign in there, then try again.',
  ),
  wrong_path: entry(
    'The service is at another path',
    'There is a link service on this server, but not at this address.',
    'Use the address that was found.',
  ),
  not_the_service: entry(
    'This isn’t a link service',
    'Something else responded, such as a sign-in page or another program.',
    'Check the base URL. On a public network, sign in first.',
  ),
  answer_unreadable: entry(
    'The service’s response couldn’t be understood',
    'It responded, but not in the expected format.',
    'Send the details to whoever runs the service.',
  ),
  answer_too_large: entry(
    'The response was far too large',
    'Link services send a few kilobytes.',
    'Check the base URL.',
  ),
  local_address: entry(
    'This address is on this computer or a local network',
    'Linkwright sends such a request only to public addresses. Nothing was sent.',
    'Use an address that everyone can reach.',
  ),
  headers_too_large: entry(
    'The response’s headers were far too large',
    'Its body wasn’t read. Link services send headers of less than a kilobyte.',
    'Check the base URL, and tell whoever runs the service.',
  ),
  key_refused: entry(
    'The service doesn’t accept this key',
    'It may be mistyped, out of date, or for another service.',
    'Copy the whole key again, and enter it for this profile.',
  ),
  key_scope: entry(
    'This key isn’t allowed to do this',
    'It can only create links, or only read them.',
    'Use another key, or ask whoever runs the service for one that can do everything.',
  ),
  key_environment: entry(
    'This key is for the other environment',
    'The service accepts it in one environment only.',
    'Switch the environment, or enter a key for this one.',
  ),
  environment_refused: entry(
    'The service doesn’t know this environment',
    'It uses another name for this environment.',
    'Enter its name for this environment in the profile, under Advanced.',
  ),
  request_refused: entry(
    'The service rejected the link',
    'It doesn’t accept something in it.',
    'Correct the highlighted fields, or read what the service says in the details.',
  ),
  link_not_found: entry(
    'The service doesn’t know this link',
    'It may belong to another environment, project or service.',
    'Check the link and the profile’s key, or look in the other environment.',
  ),
  path_taken: entry(
    'This path is taken',
    'Another link on this domain has it. Upper and lower case don’t matter.',
    'Choose another path.',
  ),
  paths_not_offered: entry(
    'This service chooses the paths itself',
    'It doesn’t support links with a path of your own.',
    'Leave the path empty.',
  ),
  list_expired: entry(
    'The service’s list of links begins again',
    'Its database was restored from a backup, or its clock was changed.',
    'Linkwright reads the list from its start.',
  ),
  list_unusable: entry(
    'The service’s list of links doesn’t end',
    'It repeats itself, or has more than a million links.',
    'Tell whoever runs the service. Links read so far stay in your library.',
  ),
  throttled: entry(
    'The service is receiving too many requests',
    'It asks Linkwright to slow down.',
    'Wait, then try again.',
  ),
  service_unavailable: entry(
    'The service isn’t available',
    'It is running, but can’t handle requests at the moment.',
    'Try again in a moment.',
  ),
  service_failed: entry(
    'The service ran into an error',
    'The error is on the service’s side.',
    'Try again later, or tell whoever runs the service.',
  ),
  create_unknown: entry(
    'The link may or may not have been created',
    'The request was sent, but no response confirmed the result. The service may have stored the link.',
    'Creating it again may create a second link. Linkwright sends nothing again unless you choose to.',
  ),
  change_unknown: entry(
    'The change may or may not have been applied',
    'It was sent, but no response confirmed the result.',
    'Check again. Linkwright never applies a change twice.',
  ),
  link_changed: entry(
    'Someone else has changed this link',
    'It changed after you opened it, so your change wasn’t applied.',
    'Compare both versions, then keep theirs or apply yours.',
  ),
  changes_off: entry(
    'Links of this project can’t be changed',
    'Whoever runs the service has disabled changes for this project.',
    'Ask whoever runs the service to allow it, or create another link.',
  ),
  changes_not_offered: entry(
    'This service doesn’t change links',
    'It doesn’t support changing links after they were created.',
    'Duplicate the link, change the copy, and share that.',
  ),
  not_repeatable: entry(
    'Creating this link again isn’t safe',
    'The service might create a second link, the profile has another key or address now, or too much time has passed.',
    'Look for the link at the service first. If it isn’t there, create it as a new one.',
  ),
  sender_changed: entry(
    'The profile has another key or address now',
    'This change was sent with others. Sending it again could reach another project or service.',
    'Look at the link at its service. To check the change here, restore the profile’s key and address.',
  ),
  sender_unknown: entry(
    'It isn’t known where this change was sent',
    'An earlier version of Linkwright sent it, and didn’t save with which key and to which address.',
    'If the profile’s key and address haven’t changed since, send it again.',
  ),
  no_path_found: entry(
    'No link was found in this text',
    'A link ends in a path of letters and digits, such as https://links.example.com/Ab3dEf7.',
    'Paste the whole link, or only its last part.',
  ),
  no_code_found: entry(
    'No QR code was found in this picture',
    'There is none, or it’s too small, too blurred or partly hidden.',
    'Try a sharper picture in which the code is larger and has some space around it.',
  ),
  picture_unreadable: entry(
    'This picture can’t be read',
    'The file isn’t a picture, or it’s damaged or too large.',
    'Choose a PNG, JPEG, WebP, GIF or SVG of up to 20 MB and 50 million pixels.',
  ),
} as const satisfies Record<string, ProblemText>
