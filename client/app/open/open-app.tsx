import { type ComponentType, StrictMode } from 'react';
import { Provider } from 'react-redux';
import { type Navigation, NavigationContext } from '#client/dom/navigation.tsx';
import type { AppStore } from '#client/store/make-open-store.ts';
import { RootFrame } from '../root-frame.tsx';

interface Props {
  store: AppStore;
  screen: ComponentType;
  navigation: Navigation;
}

/** A page as it was pre-rendered: its screen in the frame of every screen, without the router and the calls of the API. */
export function OpenApp({ store, screen: Screen, navigation }: Props) {
  return (
    <StrictMode>
      <Provider store={store}>
        <NavigationContext value={navigation}>
          <RootFrame>
            <Screen />
          </RootFrame>
        </NavigationContext>
      </Provider>
    </StrictMode>
  );
}
