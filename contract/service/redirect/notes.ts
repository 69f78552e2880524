import { findQueryObstacle } from './query.ts'
import { findStore, isPlayPage } from './stores.ts'
import { addTracking, type Tracking } from './tracking.ts'

/** Describes in sentences how tracking is added to the address of a link, and where its owner finds it. */
export function describeTracking(address: string, tracking: Tracking): string[] {
  const isAdded = addTracking(address, tracking) !== address
  const url = URL.parse(address)
  const store = findStore(url)
  if (store === null) return isAdded ? ['Tracking is added to the address.'] : []
  if (store === 'play') {
    if (!isPlayPage(url)) return []
    return [
      ...(isAdded
        ? ['Tracking is added for Google Play. The acquisition reports of the Play Console show it.']
        : []),
      'Google Play gives the link to the app that is installed.',
    ]
  }
  if (isAdded) return ['The campaign is added for the App Store. App Analytics shows it under Campaigns.']
  const isUnread = Boolean(tracking.campaign) && !url?.searchParams.get('pt')
  return isUnread ? ['The App Store counts a campaign only if the address has a provider token (pt).'] : []
}

/** Describes in a sentence what happens to parameters that a visitor brings; nothing if that is unknown. */
export function describeQuery(target: string, isPassed: boolean | null | undefined): string[] {
  const obstacle = findQueryObstacle(target)
  if (isPassed === undefined || obstacle === 'app') return []
  if (isPassed === false) return ['Parameters added to the link, such as gclid, aren’t passed on.']
  if (obstacle === 'store') return ['Parameters added to the link aren’t passed on to an app store.']
  if (obstacle === 'signature') {
    return ['Parameters added to the link aren’t passed on, because the address has a signature.']
  }
  const exception = isPassed === null ? ', unless the project’s operator turned that off' : ''
  return [`Parameters added to the link, such as gclid, are passed on${exception}.`]
}
