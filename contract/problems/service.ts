import { entry } from './entry.ts'
import type { ProblemText } from './entry.ts'

/** Problems with what a service answered. */
export const serviceProblems = {
  redirected: entry(
    'The service sends requests elsewhere',
    'It answered with a redirect. The key is not sent to another address.',
    'Check the base URL with whoever runs the service.',
  ),
  captive_portal: entry(
    'A sign-in page stands in the way',
    'The network answers every request with its own page until someone has signed in.',
    'Open any web page in the browser, sign in there, then try again.',
  ),
  wrong_path: entry(
    'The service is at another path',
    'The server has a link service, but not at this address.',
    'Take the address that was found.',
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
  create_unknown: entry(
    'It is not certain whether the link was made',
    'The request was sent, and nothing came back that proves what became of it. The service may have stored the link.',
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
