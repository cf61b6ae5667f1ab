// `npm run dev`, then /styleguide: the pieces of client/ui in their states. Not part of the build, which begins with
// index.html.
import '#client/styles/main.css';
import './styleguide.css';
import { createRoot } from 'react-dom/client';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { Styleguide } from './styleguide.tsx';

const root = document.getElementById('root');
if (!root) throw new Error('styleguide.html has no #root.');
// The links of the pieces lead nowhere: every path shows the guide.
createRoot(root).render(<RouterProvider router={createMemoryRouter([{ path: '*', element: <Styleguide /> }])} />);
