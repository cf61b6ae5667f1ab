import { type ComponentType, StrictMode, useEffect } from 'react';
import { Provider } from 'react-redux';
import { type Navigation, NavigationContext } from '#client/dom/navigation.tsx';
import type { AppStore } from '#client/store/make-open-store.ts';
import { RootFrame } from '../root-frame.tsx';

interface Props {
  store: AppStore;
  screen: ComponentType;
  navigation: Navigation;
  /** Called once React has taken over the pre-rendered page. */
  onHydrated?: () => void;
}

/** A page as it was pre-rendered: its screen in the frame of every screen, without the router and the calls of the API. */
export function OpenApp({ store, screen: Screen, navigation, onHydrated }: Props) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: once
  useEffect(() => onHydrated?.(), []);
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
