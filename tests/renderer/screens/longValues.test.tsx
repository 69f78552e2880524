import { afterEach, beforeEach, expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { Route, Router } from 'wouter'
import { emptyView } from '../../../contract/app/library/emptyView.ts'
import { parseRemoteLink } from '../../../contract/app/link/remoteLink.ts'
import { linkRecord } from '../../../contract/app/link/record.ts'
import { findPath } from '../../../contract/app/window/windowPath.ts'
import { EditDialog } from '../../../renderer/features/change/EditDialog.tsx'
import { ManagePresets } from '../../../renderer/features/presets/ManagePresets.tsx'
import { PromoteDialog } from '../../../renderer/features/promotion/PromoteDialog.tsx'
import CampaignsScreen from '../../../renderer/screens/campaigns/CampaignsScreen.tsx'
import { CreateScreen } from '../../../renderer/screens/create/CreateScreen.tsx'
import QuickCreate from '../../../renderer/screens/create/QuickCreate.tsx'
import FindScreen from '../../../renderer/screens/find/FindScreen.tsx'
import LibraryScreen from '../../../renderer/screens/library/LibraryScreen.tsx'
import { Scope } from '../../../renderer/screens/library/view/Scope.tsx'
import LinkScreen from '../../../renderer/screens/link/LinkScreen.tsx'
import { useHashPath } from '../../../renderer/session/hashLocation.ts'
import { closeQuickCreate, openQuickCreate } from '../../../renderer/session/quickCreate.ts'
import { findRoute } from '../../../renderer/session/routes.ts'
import { withSession } from '../session.tsx'
import { show } from '../show.tsx'
import { createAnswer, shops } from './find/answers.ts'
import { createRows } from './library/library.tsx'

beforeEach(() => openQuickCreate())
afterEach(() => {
  closeQuickCreate()
  sessionStorage.clear()
})

/** Widths of a screen in a window of 1280 and 900 pixels. */
const widths = [1070, 806]

const id = '4d9f3c52-6c0e-4d0c-9d0f-7a8f0d6d3c11'
/** Texts of their maximum length, without a space. */
const [title, name, tag, presetName] = ['W'.repeat(255), 'W'.repeat(60), 'W'.repeat(100), 'W'.repeat(100)]
const tags = [tag, 'v '.repeat(50).trim(), 'last tag'] as const
const request = { title, tags: JSON.stringify(tags), tracking_campaign: title, tracking_source: title }

const record = linkRecord.parse({
  ...{ id, state: 'created', profileId: 'acme', profileName: name, environment: 'development' },
  ...{ request, promotedFrom: null, link: 'https://links.acme.example/Ab3', path: 'Ab3', problem: null },
  ...{ answer: null, differences: [], checkedAt: null, createdAt: '2026-11-25T09:00:00.000Z' },
  stored: parseRemoteLink(JSON.stringify({ ...request, tags, active: true })),
  local: { starred: false, archived: false, note: null, tags },
})
const row = { ...createRows(1)[0], id, profileName: name, title, tags, campaign: title, source: title }

const profiles = shops.map((shop) => ({ ...shop, name, canChangeLinks: true }))
const [profile] = profiles as [(typeof profiles)[number]]
const campaign = {
  ...{ name: title, profileId: 'acme', profileName: name, environment: 'development' },
  ...{ links: 4, people: 310, known: 3, lastVisit: '2026-01-02', addedAt: '2026-01-01T12:00:00.000Z' },
}
const savedAt = '2026-11-22T12:00:00.000Z'
const found = createAnswer('Ab3', { ...request, tags })
const ok = (value: unknown) => () => ({ ok: true, value })
const answers = {
  'library.search': ok({ rows: [row], next: null, partial: false, nextEnd: null }),
  'library.count': ok({ total: 1, atLeast: false }),
  'library.campaigns': ok({ campaigns: [campaign], partial: false }),
  'library.facets': ok({ values: [{ value: tag, count: 3 }], sampled: false }),
  'library.versions': ok({ versions: [] }),
  'links.get': ok(record),
  'links.find': ok({ ...found.value, record }),
  'links.known': ok([]),
  'links.promotions': ok([]),
  'checks.history': ok([]),
  'changes.open': ok(null),
  'changes.read': ok({ link: record.stored, version: { etag: '"1"', updatedAt: null } }),
  'views.list': ok([{ id, name, query: 'q=x' }]),
  'presets.list': ok({ presets: [{ id, name: presetName, form: {} }], defaults: { acme: id } }),
  'drafts.list': ok([
    { id, savedAt, form: { values: { title, tags }, intent: null } },
    { id: crypto.randomUUID(), savedAt, form: { values: { title }, intent: null } },
  ]),
  'rules.get': ok({ rules: {} }),
  'suggestions.similar': ok([]),
}

const close = () => undefined

interface Place {
  place: string
  address: string
  component: React.ReactNode
  /** Opens the menu. */
  button?: RegExp
  /** What is drawn last. */
  last: string
}

const [, , lastTag] = tags
const places: Place[] = [
  { place: 'links', address: '/links', component: <LibraryScreen />, last: name },
  {
    ...{ place: 'the panel beside the list', address: `/links/${id}`, last: 'Only in your library;' },
    component: <LibraryScreen />,
  },
  {
    ...{ place: 'saved views', address: '/links', button: /^Saved views/, last: 'Save this view as' },
    component: <LibraryScreen />,
  },
  {
    ...{ place: 'the list’s scope', address: '/links', last: ', development' },
    component: <Scope view={emptyView} choose={close} isEmpty={false} />,
  },
  { place: 'a link’s page', address: `/links/${id}/page`, component: <LinkScreen />, last: 'Tags' },
  { place: 'a new link’s page', address: `/created/${id}`, component: <LinkScreen />, last: 'Tags' },
  {
    ...{ place: 'a link’s edit dialog', address: '/links', last: lastTag },
    component: <EditDialog record={record} profile={profile} patch={null} close={close} />,
  },
  {
    ...{ place: 'promotion', address: '/links', last: lastTag },
    component: <PromoteDialog record={{ ...record, request }} opened close={close} />,
  },
  { place: 'campaigns', address: '/campaigns', component: <CampaignsScreen />, last: '310' },
  {
    ...{ place: 'a campaign', address: `/campaigns?name=${title}&profile=acme&environment=development` },
    ...{ component: <CampaignsScreen />, last: 'Source / medium' },
  },
  {
    ...{
      place: 'a found link',
      address: findPath('https://links.acme.example/Ab3'),
      last: 'Created here on',
    },
    component: <FindScreen />,
  },
  { place: 'the quick form', address: '/links', component: <QuickCreate />, last: '· development' },
  {
    ...{ place: 'presets to manage', address: '/links', last: 'Default in' },
    component: <ManagePresets profile={profile} close={close} />,
  },
  { place: 'the form', address: `/create/${id}`, component: <CreateScreen />, last: lastTag },
  {
    ...{ place: 'presets', address: `/create/${id}`, button: /Presets/, last: 'Manage presets' },
    component: <CreateScreen />,
  },
  {
    ...{ place: 'drafts', address: `/create/${id}`, button: /^Draft:/, last: 'Other drafts' },
    component: <CreateScreen />,
  },
]
const cases = places.flatMap((place) => widths.map((width) => [place.place, width, place] as const))

test.each(cases)('in %s, values of maximum length fit into %i pixels', async (_, width, place) => {
  const { address, component, button, last } = place
  await page.viewport(width, 800)
  history.replaceState(null, '', `#${address}`)
  const routes = [
    '/links/:id?',
    '/links/:id/page',
    '/created/:id',
    '/campaigns',
    findRoute,
    '/create/:draft?',
  ]
  await show(
    <Router hook={useHashPath}>
      {routes.map((path) => (
        <Route key={path} path={path}>
          {() => (
            <div style={{ height: '100vh', overflow: 'auto' }}>
              {withSession(component, { profiles }, { name, canChangeLinks: true })}
            </div>
          )}
        </Route>
      ))}
    </Router>,
    answers,
  )
  if (button) await page.getByRole('button', { name: button }).click()
  await expect.poll(() => document.body.textContent.includes(last)).toBe(true)
  await expect.poll(findOverflow, { timeout: 3_000 }).toEqual([])
})

/** Returns the elements whose content or right edge lies outside of where it can be seen without scrolling sideways. */
function findOverflow(): string[] {
  return [...document.querySelectorAll<HTMLElement>('body *')].flatMap((element) => {
    if (!element.checkVisibility({ visibilityProperty: true })) return []
    const { right, width } = element.getBoundingClientRect()
    const isControl = element.matches('button, a, input, textarea, [role="menuitem"]') && width > 1
    const scrolls = /auto|scroll/.test(getComputedStyle(element).overflowX)
    const isTooWide = scrolls && element.scrollWidth > element.clientWidth
    return isTooWide || (isControl && right > visibleRight(element) + 1) ? describe(element) : []
  })
}

/** Returns where the innermost element that hides what is outside ends. */
function visibleRight(element: HTMLElement): number {
  for (let { parentElement: around } = element; around; around = around.parentElement)
    if (getComputedStyle(around).overflowX !== 'visible') return around.getBoundingClientRect().right
  return innerWidth
}

function describe(element: HTMLElement): string {
  const label = element.ariaLabel ?? element.textContent
  return `${element.tagName} ${element.className} ${label.slice(0, 40)}`
}
