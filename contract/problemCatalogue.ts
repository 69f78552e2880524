/** What happened, why in words, and what to do. The window renders problems from here and from nowhere else. */
export interface ProblemText {
  title: string
  why: string
  advice: string
}

const entry = (title: string, why: string, advice: string): ProblemText => ({ title, why, advice })

/** Every problem that can reach a person, by its stable code. */
export const catalogue = {
  // The app itself
  invalid_input: entry(
    'Some fields need attention',
    'What was entered cannot be used as it is.',
    'Correct the marked fields and try again.',
  ),
  unknown_call: entry(
    'The app and its window do not fit together',
    'The window asked for something this version does not know.',
    'Restart the app.',
  ),
  host_unreachable: entry(
    'The app has stopped answering',
    'Its window is open, but the program behind it is gone.',
    'Start Linkwright again. Nothing that was saved is lost.',
  ),
  not_allowed: entry(
    'This window may not talk to the app',
    'Its address lacks the token that the app handed out at the start.',
    'Open the address that the app printed when it started.',
  ),
  bug: entry(
    'Something went wrong inside Linkwright',
    'This is a fault of the program, not of what you did.',
    'Try again. If it stays, report it with the details below.',
  ),
  storage_failed: entry(
    'The data folder cannot be written',
    'The disk may be full, or the folder may be read-only.',
    'Free some space or check the folder, then try again.',
  ),
  profile_not_found: entry(
    'This profile no longer exists',
    'It was removed, perhaps in another window.',
    'Choose another profile.',
  ),
  link_not_in_library: entry(
    'This link is not in the library',
    'Its entry was removed, perhaps in another window.',
    'Go back to the list.',
  ),
  library_newer: entry(
    'The library is from a newer version',
    'This version can show its links but not add to it without damage.',
    'Install the latest version of Linkwright.',
  ),
  // The service on this computer
  embedded_not_started: entry(
    'The service on this computer did not start',
    'Its database or its port could not be opened.',
    'Restart the app. If it stays, look at the details.',
  ),
  embedded_port_taken: entry(
    'The port of the service on this computer is taken',
    'Another program uses the address that your links point to.',
    'Close the other program and try again.',
  ),
  // Keys
  key_missing: entry(
    'There is no project key for this profile',
    'The service needs it with every request.',
    'Enter the key under Profiles.',
  ),
  key_unreadable: entry(
    'The project key could not be read',
    'The entry that should be in the key store is not there, or the store is locked.',
    'Unlock the key store, or enter the key again under Profiles.',
  ),
  key_store_failed: entry(
    'The key store did not take the key',
    'The system refused or did not answer.',
    'Unlock it and try again, or keep the key only until you close the app.',
  ),
  key_store_timeout: entry(
    'The key store did not answer',
    'The system may be waiting for a password in another window.',
    'Answer the prompt, then try again.',
  ),
  // On the way to the service
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
  // What came back
  redirected: entry(
    'The service sends requests elsewhere',
    'It answered with a redirect. The key is not sent to another address.',
    'Check the base URL with whoever runs the service.',
  ),
  not_the_service: entry(
    'Something else answered',
    'The answer is not what a link service says: perhaps a sign-in page or another program.',
    'Check the base URL. On a public network, sign in first.',
  ),
  answer_unreadable: entry(
    'The answer could not be understood',
    'The service answered, but not in the promised shape.',
    'Look at the details, and tell whoever runs the service.',
  ),
  answer_too_large: entry(
    'The answer was far too large',
    'A link service answers with a few kilobytes.',
    'Check the base URL.',
  ),
  key_refused: entry(
    'The service does not accept this key',
    'It may be mistyped, replaced, or belong to another service.',
    'Copy the key again from the dashboard and enter it under Profiles.',
  ),
  environment_refused: entry(
    'The service does not know this environment',
    'It expects another value in the ENVIRONMENT header.',
    'Set the value for this environment in the profile, under Advanced.',
  ),
  request_refused: entry(
    'The service refused the link',
    'It does not accept what was sent.',
    'Correct the marked fields, or read what the service says.',
  ),
  link_not_found: entry(
    'The service does not know this link',
    'It may belong to another environment, project or service.',
    'Check the path, or look in the other environment.',
  ),
  throttled: entry(
    'The service asks for a pause',
    'Too many requests came in a short time.',
    'Wait a moment and try again.',
  ),
  service_unavailable: entry(
    'The service is not available',
    'It is up, but cannot do its work at the moment.',
    'Try again in a moment.',
  ),
  service_failed: entry(
    'The service failed',
    'It reported an error of its own.',
    'Try again later, or tell whoever runs the service.',
  ),
  // After a create
  create_unknown: entry(
    'It is not certain whether the link was made',
    'The connection ended after the request had been sent. The service may have stored the link.',
    'Creating it again may make a second link. Nothing is repeated unless you say so.',
  ),
  not_repeatable: entry(
    'This create cannot be repeated safely',
    'The service does not promise that the same request makes no second link, or too much time has passed.',
    'Look for the link at the service first. To make it all the same, create it as a new one.',
  ),
  no_path_found: entry(
    'No link was found in this text',
    'A link ends in a path of letters and digits, such as https://links.example.com/Ab3dEf7.',
    'Paste the whole link, or only its last part.',
  ),
} as const satisfies Record<string, ProblemText>

export type ProblemCode = keyof typeof catalogue
